import { count } from 'drizzle-orm'
import type { Reader } from './connection.ts'
import { albums, artists, genres, labels, tracks, users } from './schema.ts'

const counted = { labels, genres, artists, albums, tracks, users }

export type Counts = Record<keyof typeof counted, number>

/** How many records of each kind the library holds. */
export const countRecords = async (read: Reader): Promise<Counts> => {
  const numbers = await Promise.all(
    Object.entries(counted).map(async ([name, table]) => {
      const [row] = await read.select({ n: count() }).from(table)
      return [name, row?.n ?? 0] as const
    }),
  )
  return Object.fromEntries(numbers) as Counts
}
