import { count } from 'drizzle-orm'
import { keysOf, mapValues } from '../base/objects.ts'
import { users } from '../library/accountSchema.ts'
import type { Reader } from '../library/connection.ts'
import { type ResourceName, resources } from './resources.ts'

export type Counts = Record<ResourceName | 'users', number>

/** Counts the records of each resource, and the accounts. */
export const countRecords = async (read: Reader): Promise<Counts> => {
  const tables = { ...mapValues(resources, ({ table }) => table), users }
  const counts = mapValues(tables, () => 0)
  for (const name of keysOf(tables)) {
    const [row] = await read.select({ rows: count() }).from(tables[name])
    counts[name] = row?.rows ?? 0
  }
  return counts
}
