import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { mapValues } from '../records.ts'
import { type Relation, type Resource, type ResourceName, resources } from './resources.ts'

/** What a record can be changed in, under the names of a request body: its own columns, and the ids of related records. */
export type Members = Record<string, unknown>

const fixedColumns = ['id', 'key', 'created_at', 'updated_at']

const columnsOf = ({ table }: Resource): [name: string, column: SQLiteColumn][] =>
  Object.entries(getTableColumns(table)).filter(([name]) => !fixedColumns.includes(name))

/** The name under which a body has the ids of a relation's records, such as `artist_ids`. */
const idsName = ({ resource }: Relation) => `${resources[resource as ResourceName].kind}_ids`

const selectMembers = mapValues(resources, (resource: Resource) =>
  prepared((on) =>
    on
      .select({
        ...Object.fromEntries(columnsOf(resource)),
        ...Object.fromEntries(
          Object.values(resource.relations).map((relation) => [idsName(relation), relatedIds(resource, relation)]),
        ),
      })
      .from(resource.table)
      .where(eq(resource.table.id, sql.placeholder('id')))
      .prepare(),
  ),
)

const relatedIds = ({ table: { id } }: Resource, { table, owner, target }: Relation): SQL<number[]> => {
  const ids = sql`(select json_group_array(${target} order by ${target}) from ${table} where ${owner} = ${id})`
  // Drizzle removes table names from the columns of a top-level SQL expression, but not from those of a nested one.
  return sql`${ids}`.mapWith((json: string): number[] => JSON.parse(json))
}

/** Reads the members of a record; an empty object if there is none. */
export const readMembers = async (read: Reader, name: ResourceName, id: number): Promise<Members> =>
  (await selectMembers[name](read).get({ id })) ?? {}

const memberNames = mapValues(resources, (resource: Resource) => ({
  columns: columnsOf(resource).map(([column]) => column),
  relations: Object.entries(resource.relations).map(([member, relation]) => ({ member, ids: idsName(relation) })),
}))

/** The members of a record that a write has returned. */
export const membersOf = (name: ResourceName, record: object): Members => {
  const source = record as Record<string, unknown>
  const members: Members = {}
  for (const column of memberNames[name].columns) members[column] = source[column]
  for (const { member, ids } of memberNames[name].relations) {
    // A write returns the related records of each relation.
    members[ids] = (source[member] as { id: number }[]).map(({ id }) => id)
  }
  return members
}
