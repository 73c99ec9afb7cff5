import { sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'
import { isAmongIds } from '../database/engineSql.ts'
import { prepared } from '../database/prepared.ts'
import { mapValues } from '../objects.ts'
import { type Resource, type ResourceName, resourceNames, resources } from './resources.ts'

/** A record that refers to another one. */
export interface Referring {
  name: ResourceName
  id: number
  /** The member of a body with the reference. */
  member: string
  /** The id of the record that it refers to. */
  to: number
}

const createSelects = (_: Resource, target: ResourceName) =>
  resourceNames.flatMap((name) => {
    const { table, references, relations } = resources[name]
    return [
      ...Object.values(references).flatMap(({ resource, column }) =>
        resource === target ? [{ name, member: column.name, table, id: table.id, column }] : [],
      ),
      ...Object.values(relations).flatMap(({ resource, ids, table: links, owner, target: column }) =>
        resource === target ? [{ name, member: ids, table: links, id: owner, column }] : [],
      ),
    ].map(({ name: referring, member, table: from, id, column }) => ({
      name: referring,
      member,
      select: prepared((on) =>
        on
          .select({ id: sql<number>`${id}`, to: sql<number>`${column}` })
          .from(from)
          .where(isAmongIds(column, 'ids'))
          .prepare(),
      ),
    }))
  })

const selects = mapValues(resources, createSelects)

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
