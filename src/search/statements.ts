import { type SQL, sql } from 'drizzle-orm'
import { fromKeys } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import type { Searchable } from './searchables.ts'

/** The number of statements of a connection from which all are prepared again: their number follows from what clients send. */
const maxStatements = 300

const prepareSelect = (read: Reader, columns: readonly string[], query: SQL) =>
  read
    .select(fromKeys(columns, (column) => sql.raw(column)))
    // As a subselect, in which Drizzle leaves the names of tables before the names of columns.
    .from(sql`(${query}) as found`)
    .prepare()

const statements = new WeakMap<Reader, Map<string, ReturnType<typeof prepareSelect>>>()

/**
 * Runs a select. The statement is prepared once for each connection and key.
 * @param columns - the names of its columns, in the order of the values of a row
 * @param build - builds the select, the same for each call with this key
 */
export const selectRows = async (
  read: Reader,
  key: string,
  columns: readonly string[],
  build: () => SQL,
  parameters: Record<string, unknown>,
): Promise<unknown[][]> => {
  const ofConnection = statements.get(read) ?? new Map()
  statements.set(read, ofConnection)
  if (ofConnection.size >= maxStatements) ofConnection.clear()
  const statement: ReturnType<typeof prepareSelect> = ofConnection.get(key) ?? prepareSelect(read, columns, build())
  ofConnection.set(key, statement)
  return statement.values(parameters)
}

/** The same for a select with one column, `id`. */
export const selectNumbers = async (
  read: Reader,
  key: string,
  build: () => SQL,
  parameters: Record<string, unknown>,
): Promise<number[]> => (await selectRows(read, key, ['id'], build, parameters)).map(([id]) => id as number) // it selects ids and counts

/** How the statements of one search are run. */
export interface Statements {
  searchable: Searchable
  /** Runs a select of numbers. @param key - the same for each select that `build` builds */
  select(key: string, build: () => SQL, parameters?: Record<string, unknown>): Promise<number[]>
  /** Runs a select with these columns. */
  selectRows(
    key: string,
    columns: readonly string[],
    build: () => SQL,
    parameters?: Record<string, unknown>,
  ): Promise<unknown[][]>
  /** Counts all records of the table, roughly if it takes long to count them. */
  countAll(): Promise<number>
}
