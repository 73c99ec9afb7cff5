import { type Column, count, eq, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type FieldErrors, ValidationError } from '../errors.ts'
import { listFirst } from '../words.ts'
import type { Reader } from './connection.ts'
import { idRows } from './engineSql.ts'
import { integerParameter } from './idRange.ts'
import { prepared } from './prepared.ts'

/** The ids that one field of a request body refers to. Null and undefined refer to nothing. */
export type Reference = readonly [field: string, table: SQLiteTable, ids: readonly (number | null | undefined)[]]

/** The maximum number of ids in the message for a field. */
const maxIdsInMessage = 100

/**
 * Checks that all records exist to which a request body refers.
 * @throws ValidationError with a message for each field that refers to missing records
 */
export const requireReferences = async (read: Reader, ...references: Reference[]): Promise<void> => {
  const errors: FieldErrors = {}
  for (const [field, table, ids] of references) {
    const missingIds = await findMissingIds(read, table, ids)
    if (missingIds.length > 0)
      errors[field] = [`The ${field} names records that do not exist: ${listFirst(missingIds, maxIdsInMessage)}.`]
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
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

const counts = new Map<Column, ReturnType<typeof prepareCount>>()

const prepareCount = (column: Column) =>
  prepared((on) =>
    on
      .select({ rows: count() })
      .from(column.table)
      .where(eq(column, integerParameter('id')))
      .prepare(),
  )

/** Counts the rows whose column refers to a record. */
export const countReferences = async (read: Reader, column: Column, id: number): Promise<number> => {
  const statement = counts.get(column) ?? prepareCount(column)
  counts.set(column, statement)
  return (await statement(read).get({ id }))?.rows ?? 0
}
