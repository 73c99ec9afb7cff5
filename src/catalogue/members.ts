import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../database/connection.ts'
import { isAmongIds, jsonArray, jsonColumn } from '../database/engineSql.ts'
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

const relatedIds = ({ table: { id } }: Resource, { table, owner, target }: Relation): SQL<number[]> =>
  jsonColumn(sql`(select ${jsonArray(target, target)} from ${table} where ${owner} = ${id})`)

const prepareSelect = ({ table }: Resource, fields: Record<string, SQLiteColumn | SQL>) =>
  prepared((on) =>
    on
      .select(fields)
      .from(table)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare(),
  )

const prepareSelectAll = ({ table }: Resource, fields: Record<string, SQLiteColumn | SQL>) =>
  prepared((on) =>
    on
      .select({ id: sql<number>`${table.id}`, members: fields })
      .from(table)
      .where(isAmongIds(table.id, 'ids'))
      .orderBy(table.id)
      .prepare(),
  )

const access = mapValues(resources, (resource: Resource) => {
  const columns = Object.fromEntries(columnsOf(resource))
  const relations = Object.entries(resource.relations).map(([member, relation]) => ({
    member,
    ids: idsName(relation),
    relation,
    select: relatedIds(resource, relation),
  }))
  const ids = Object.fromEntries(relations.map(({ ids, select }) => [ids, select]))
  return {
    columns: Object.keys(columns),
    relations,
    selectColumns: prepareSelect(resource, columns),
    selectAll: prepareSelect(resource, { ...columns, ...ids }),
    selectColumnsOfMany: prepareSelectAll(resource, columns),
    selectAllOfMany: prepareSelectAll(resource, { ...columns, ...ids }),
  }
})

/** The relation whose ids a body has under a name; undefined for the name of a column. */
export const relationOf = (name: ResourceName, ids: string): Relation | undefined =>
  access[name].relations.find((relation) => relation.ids === ids)?.relation

/** Whether a body changes related records. Reading their ids takes four times as long as reading the columns. */
export const hasIds = (name: ResourceName, body: object): boolean =>
  access[name].relations.some(({ ids }) => ids in body)

/** Reads the members of a record; an empty object if there is none. */
export const readMembers = async (read: Reader, name: ResourceName, id: number, withIds: boolean): Promise<Members> => {
  const { selectAll, selectColumns } = access[name]
  return (await (withIds ? selectAll : selectColumns)(read).get({ id })) ?? {}
}

/** Reads the members of many records, ordered by id. */
export const readMembersOfMany = async (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
  withIds: boolean,
): Promise<{ id: number; members: Members }[]> => {
  const { selectAllOfMany, selectColumnsOfMany } = access[name]
  return (withIds ? selectAllOfMany : selectColumnsOfMany)(read).all({ ids: JSON.stringify(ids) })
}

/** The members of a record that a write has returned. */
export const membersOf = (name: ResourceName, record: object, withIds: boolean): Members => {
  const { columns, relations } = access[name]
  const source = record as Record<string, unknown>
  const members: Members = {}
  for (const column of columns) members[column] = source[column]
  // A write returns the related records of each relation.
  if (withIds)
    for (const { member, ids } of relations) members[ids] = (source[member] as { id: number }[]).map(({ id }) => id)
  return members
}
