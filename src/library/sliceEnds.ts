import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './connection.ts'
import { prepared } from './prepared.ts'

/** Ten milliseconds of work. Where the rows are short, slices of 500 take a third more time in all than one statement, and these a tenth. */
const rowsPerSlice = 2_000

/** A limit or an offset that is no parameter: see `integerParameter`. */
// The type of Drizzle's limits has no expressions, but they accept them.
const literal = (value: number) => sql.raw(String(value)) as unknown as number

/**
 * A select of the last id of a slice of a table. It has no row if all that are left fit in one slice.
 * @param condition - which rows there are, and from which id on
 */
export const selectSliceEnd = (table: SQLiteTable, id: AnySQLiteColumn, condition: SQL | undefined) =>
  prepared((on: Reader) =>
    on
      .select({ id: sql<number>`${id}` })
      .from(table)
      .where(condition)
      .orderBy(id)
      .limit(literal(1))
      .offset(literal(rowsPerSlice - 1))
      .prepare(),
  )
