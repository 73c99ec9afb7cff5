import { type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readUser } from '../../accounts/users/store.ts'
import { fromKeys, keysOf, mapValues } from '../../base/objects.ts'
import { capitalize, withArticle } from '../../base/words.ts'
import { referrersOf } from '../../catalogue/referrers.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { requireRecord } from '../../catalogue/store.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses } from '../../http/schemas.ts'
import { tokens } from '../../library/accountSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { likes } from '../../library/likeSchema.ts'
import { countReferences, type ReferringColumn } from '../../library/references.ts'
import type { ConsoleDeps } from '../deps.ts'

/** What refers to a record, by what is counted. */
type Columns = Record<string, ReferringColumn>

/** The records that would lose a record, the links that would be deleted with it, and the likes of a track. */
const columnsOf = (name: ResourceName): Columns => {
  const columns: Columns = Object.fromEntries(
    referrersOf(name).map(({ name: other, column, id }) => [other, { column, counted: id }]),
  )
  if (name === 'tracks') columns.likes = { column: likes.track_id, counted: likes.id }
  return {
    ...columns,
    ...mapValues(resources[name].relations, ({ owner, target }) => ({ column: owner, counted: target })),
  }
}

const columnsOfResources = fromKeys(resourceNames, columnsOf)

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
    createDeletion(name, resources[name].kind, columnsOfResources[name], (read, id) => requireRecord(read, name, id)),
  ),
  createDeletion(
    'users',
    'user',
    {
      tokens: { column: tokens.user_id, counted: tokens.id },
      likes: { column: likes.user_id, counted: likes.id },
    },
    readUser,
  ),
]

const countAll = async (read: Reader, columns: Columns, ids: readonly number[]) => {
  const counts: Record<string, number> = {}
  for (const [counted, column] of Object.entries(columns)) counts[counted] = await countReferences(read, column, ids)
  return counts
}

/** Counts what the deletion of records of a resource would change or delete beside them. What refers to several of them counts once. */
export const countDeletionEffects = (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
): Promise<Record<string, number>> => countAll(read, columnsOfResources[name], ids)

/** What a deletion would affect: everything that it changes or deletes beside the record itself. */
export const referenceRoutes = ({ library, guards }: ConsoleDeps) => {
  const routes = new Elysia({ prefix: '/references' }).use(guards.adminOnly)
  for (const { name, kind, columns, require, schema } of deletions) {
    const type = capitalize(kind)
    routes.get(
      `/${name}/:id`,
      ({ params }) => {
        const id = parsePathId(type, params)
        return library.snapshot(async (read) => {
          await require(read, id)
          return countAll(read, columns, [id])
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
