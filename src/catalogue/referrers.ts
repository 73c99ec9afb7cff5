import { sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { fromKeys } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import { type Relation, type Resource, type ResourceName, resourceNames, resources } from './resources.ts'

/** A member of records that refers to records of a resource: a column of their table, or the links of a relation. */
export interface Referrer {
  /** The resource of the records. */
  name: ResourceName
  /** The member of a body with the id or the ids. */
  member: string
  /** The table that has the references, with the id of the referring record and that of the other one. */
  table: SQLiteTable
  id: AnySQLiteColumn
  column: AnySQLiteColumn
  /** Undefined for a column. */
  relation?: Relation
}

/** All members that refer to records of a resource. */
export const referrersOf = (target: ResourceName): Referrer[] =>
  resourceNames.flatMap((name) => {
    const { table, references, relations }: Resource = resources[name]
    return [
      ...Object.values(references)
        .filter(({ resource }) => resource === target)
        .map(({ column }) => ({ name, member: column.name, table, id: table.id, column })),
      ...Object.values(relations)
        .filter(({ resource }) => resource === target)
        .map((relation) => ({
          name,
          member: relation.ids,
          table: relation.table,
          id: relation.owner,
          column: relation.target,
          relation,
        })),
    ]
  })

/** A record that refers to another one. */
interface Referring {
  name: ResourceName
  id: number
  /** The member of a body with the reference. */
  member: string
  /** The id of the record that it refers to. */
  to: number
}

const selects = fromKeys(resourceNames, (target) =>
  referrersOf(target).map(({ name, member, table, id, column }) => ({
    name,
    member,
    select: prepared((on) =>
      on
        .select({ id: sql<number>`${id}`, to: sql<number>`${column}` })
        .from(table)
        .where(isAmongIds(column, 'ids'))
        .prepare(),
    ),
    referred: prepared((on) =>
      on
        .selectDistinct({ id: sql<number>`${column}` })
        .from(table)
        .where(isAmongIds(column, 'ids'))
        .prepare(),
    ),
  })),
)

/** Finds which records others refer to. */
export const findReferred = async (
  read: Reader,
  target: ResourceName,
  ids: readonly number[],
): Promise<Set<number>> => {
  const found = new Set<number>()
  for (const { referred } of selects[target])
    for (const { id } of await referred(read).all({ ids: JSON.stringify(ids) })) found.add(id)
  return found
}

/** Reads which records refer to records of a resource. */
export const readReferring = async (
  read: Reader,
  target: ResourceName,
  ids: readonly number[],
): Promise<Referring[]> => {
  const found: Referring[] = []
  for (const { name, member, select } of selects[target])
    for (const { id, to } of await select(read).all({ ids: JSON.stringify(ids) })) found.push({ name, id, member, to })
  return found
}
