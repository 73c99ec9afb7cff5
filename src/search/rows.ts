import { type SQL, sql } from 'drizzle-orm'
import { hasRows } from '../database/engineSql.ts'

/** The rows of `from` for which `where` holds. Each row belongs to another record, whose id is `id`. */
export interface Rows {
  from: SQL
  id: SQL
  where: SQL
}

/** A select of the ids, as the column `id`. */
export const selectIds = ({ from, id, where }: Rows): SQL => sql`select ${id} as id from ${from} where ${where}`

/** A select of their number, as the column `id`: all statements of searches have one column of this name. */
export const countRows = ({ from, where }: Rows): SQL => sql`select count(*) as id from ${from} where ${where}`

/** The condition that one of the rows belongs to the record. */
export const contains = ({ from, id, where }: Rows, recordId: SQL): SQL =>
  hasRows(sql`select 1 from ${from} where ${id} = ${recordId} and ${where}`)
