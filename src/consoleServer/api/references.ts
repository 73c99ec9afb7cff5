import { type TSchema, Type } from '@sinclair/typebox'
import type { Column } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { readUser } from '../../auth/users/store.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { requireRecord } from '../../catalogue/store.ts'
import { tokens } from '../../database/accountSchema.ts'
import type { Reader } from '../../database/connection.ts'
import { likes } from '../../database/likeSchema.ts'
import { countReferences } from '../../database/references.ts'
import { parsePathId, type RecordPath } from '../../http/ids.ts'
import { errorResponses } from '../../http/schemas.ts'
import { fromKeys, keysOf, mapValues } from '../../objects.ts'
import { capitalize, withArticle } from '../../words.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Columns that refer to a record, by what is counted. */
type Columns = Record<string, Column>

/** The records that would lose a record, the links that would be deleted with it, and the likes of a track. */
const columnsOf = (name: ResourceName): Columns => {
  const columns: Columns = {}
  for (const other of Object.values(resources)) {
    const refers = [...Object.values(other.references), ...Object.values(other.relations)]
    for (const reference of refers) {
      if (reference.resource !== name) continue
      columns[other.name] = 'target' in reference ? reference.target : reference.column
    }
  }
  if (name === 'tracks') columns.likes = likes.track_id
  return { ...columns, ...mapValues(resources[name].relations, ({ owner }) => owner) }
}

const createDeletion = (
  name: string,
  kind: string,
  columns: Columns,
  /** @throws NotFound if there is no such record */
  require: (read: Reader, id: number) => Promise<unknown>,
) => {
  const numbers = fromKeys<string, TSchema>(keysOf(columns), () => Type.Integer())
  const title = `${capitalize(kind)}References`
  const schema = Type.Object(numbers, { title, examples: [mapValues(columns, () => 12)] })
  return { name, kind, columns, require, schema }
}

/** The kinds of records that the console deletes. The schema is that of the numbers of what would change or be deleted with one. */
export const deletions = [
  ...resourceNames.map((name) =>
    createDeletion(name, resources[name].kind, columnsOf(name), (read, id) => requireRecord(read, name, id)),
  ),
  createDeletion('users', 'user', { tokens: tokens.user_id, likes: likes.user_id }, readUser),
]

/** What a deletion would affect: everything that it changes or deletes beside the record itself. */
export const referenceRoutes = ({ library, guards }: ConsoleDeps) => {
  const routes = new Elysia({ prefix: '/references' }).use(guards.adminOnly)
  for (const { name, kind, columns, require, schema } of deletions) {
    const type = capitalize(kind)
    routes.get(
      `/${name}/:id`,
      ({ params }) => {
        const id = parsePathId(type, params as RecordPath) // the path has an id
        return library.snapshot(async (read) => {
          await require(read, id)
          const counts: Record<string, number> = {}
          for (const [counted, column] of Object.entries(columns))
            counts[counted] = await countReferences(read, column, id)
          return counts
        })
      },
      {
        detail: {
          operationId: `count${type}References`,
          summary: `Count what deleting ${withArticle(kind)} would affect`,
        },
        response: { 200: schema, ...errorResponses.adminRecord },
      },
    )
  }
  return routes
}
