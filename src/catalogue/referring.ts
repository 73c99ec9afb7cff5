import { sql } from 'drizzle-orm'
import { fromKeys } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import { referrersOf } from './referrers.ts'
import { type ResourceName, resourceNames } from './resources.ts'

/** A record that refers to another one. */
export interface Referring {
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
  })),
)

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
