import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'

/** The number of statements of a connection from which all are prepared again: their number follows from what clients send. */
const maxStatements = 300

const prepareSelect = (read: Reader, query: SQL) =>
  read
    .select({ id: sql<number>`id` })
    // As a subselect, in which Drizzle leaves the names of tables before the names of columns.
    .from(sql`(${query}) as found`)
    .prepare()

const statements = new WeakMap<Reader, Map<string, ReturnType<typeof prepareSelect>>>()

/**
 * Runs a select with one column, `id`. The statement is prepared once for each connection and key.
 * @param build - builds the select, the same for each call with this key
 */
export const selectNumbers = async (
  read: Reader,
  key: string,
  build: () => SQL,
  parameters: Record<string, unknown>,
): Promise<number[]> => {
  const ofConnection = statements.get(read) ?? new Map()
  statements.set(read, ofConnection)
  if (ofConnection.size >= maxStatements) ofConnection.clear()
  const statement: ReturnType<typeof prepareSelect> = ofConnection.get(key) ?? prepareSelect(read, build())
  ofConnection.set(key, statement)
  return (await statement.values(parameters)).map(([id]) => id as number)
}
