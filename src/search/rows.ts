import { type SQL, sql } from 'drizzle-orm'
import { hasRows } from '../library/engineSql.ts'

/** The rows of `from` for which `where` holds. Each row belongs to another record, whose id is `id`. */
export interface Rows {
  from: SQL
  id: SQL
  where: SQL
  /** Tests whether one of the rows belongs to a record, if there is a shorter way than to look for the row. */
  test?: (recordId: SQL) => SQL
}

/** A select of the ids, as the column `id`. */
export const selectIds = ({ from, id, where }: Rows): SQL => sql`select ${id} as id from ${from} where ${where}`

/** A select of their number, as the column `id`: all statements of searches have one column of this name. */
export const countRows = ({ from, where }: Rows): SQL => sql`select count(*) as id from ${from} where ${where}`

/** The condition that one of the rows belongs to the record. */
export const contains = ({ from, id, where, test }: Rows, recordId: SQL): SQL =>
  test?.(recordId) ?? hasRows(sql`select 1 from ${from} where ${id} = ${recordId} and ${where}`)
