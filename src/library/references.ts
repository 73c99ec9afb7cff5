import { type Column, countDistinct, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type FieldErrors, requireNoErrors } from '../base/errors.ts'
import { listFirst } from '../base/words.ts'
import type { Reader } from './connection.ts'
import { idRows, isAmongIds } from './engineSql.ts'
import { prepared } from './prepared.ts'

/** The ids that one field of a request body refers to. Null and undefined refer to nothing. */
export type Reference = readonly [field: string, table: SQLiteTable, ids: readonly (number | null | undefined)[]]

/** The maximum number of ids in the message for a field. */
const maxIdsInMessage = 100

/** Checks that all records exist to which a request body refers. @throws ValidationError with the errors of `findMissing` */
export const requireReferences = async (read: Reader, ...references: Reference[]): Promise<void> =>
  requireNoErrors(await findMissing(read, ...references))

/** Returns a message for each field that refers to missing records. */
export const findMissing = async (read: Reader, ...references: Reference[]): Promise<FieldErrors> => {
  const errors: FieldErrors = {}
  for (const [field, table, ids] of references) {
    const missingIds = await findMissingIds(read, table, ids)
    if (missingIds.length > 0)
      errors[field] = [`The ${field} names records that do not exist: ${listFirst(missingIds, maxIdsInMessage)}.`]
  }
  return errors
}

const statements = new Map<SQLiteTable, ReturnType<typeof prepareMissingIds>>()

const findMissingIds = async (read: Reader, table: SQLiteTable, ids: Reference[2]): Promise<number[]> => {
  const definedIds = ids.filter((id) => id !== null && id !== undefined)
  if (definedIds.length === 0) return []
  const statement = statements.get(table) ?? prepareMissingIds(table)
  statements.set(table, statement)
  // No record has another id, and PostgreSQL rejects numbers of more than 64 bits.
  const possibleIds = definedIds.filter(Number.isSafeInteger)
  const rows = await statement(read).all({ ids: JSON.stringify(possibleIds) })
  const missing = new Set(rows.map(({ id }) => id))
  return definedIds.filter((id) => !Number.isSafeInteger(id) || missing.has(id))
}

const prepareMissingIds = (table: SQLiteTable) =>
  prepared((on) =>
    on
      .select({ id: sql<number>`value` })
      .from(idRows('ids'))
      .where(sql`value not in (select id from ${table})`)
      .prepare(),
  )

/** What refers to records: a column with their ids, and a column of the same rows that identifies what is counted. */
export interface ReferringColumn {
  column: Column
  counted: Column
}

const counts = new Map<Column, ReturnType<typeof prepareCount>>()

const prepareCount = ({ column, counted }: ReferringColumn) =>
  prepared((on) =>
    on
      .select({ rows: countDistinct(counted) })
      .from(column.table)
      .where(isAmongIds(column, 'ids'))
      .prepare(),
  )

/** Counts what refers to at least one of these records. */
export const countReferences = async (
  read: Reader,
  referring: ReferringColumn,
  ids: readonly number[],
): Promise<number> => {
  const statement = counts.get(referring.column) ?? prepareCount(referring)
  counts.set(referring.column, statement)
  return (await statement(read).get({ ids: JSON.stringify(ids) }))?.rows ?? 0
}
