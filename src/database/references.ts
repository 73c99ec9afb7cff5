import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type FieldErrors, ValidationError } from '../errors.ts'
import type { Reader } from './connection.ts'
import { prepared } from './prepared.ts'

/** As many as a message names. */
const maxIdsInMessage = 100

const statements = new Map<SQLiteTable, ReturnType<typeof prepareMissingIds>>()

// One parameter for any number of ids: a list of parameters would have a limit.
const prepareMissingIds = (table: SQLiteTable) =>
  prepared((on) =>
    on
      .select({ id: sql<number>`value` })
      .from(sql`json_each(${sql.placeholder('ids')})`)
      .where(sql`value not in (select id from ${table})`)
      .prepare(),
  )

/** What a body refers to: the field's name, the table, the ids. Null and undefined refer to nothing. */
type Reference = readonly [field: string, table: SQLiteTable, ids: readonly (number | null | undefined)[]]

/**
 * Makes sure that a body refers only to records that exist.
 * @throws ValidationError under the names of the fields that don't, with the ids.
 */
export const requireReferences = async (read: Reader, ...references: Reference[]): Promise<void> => {
  const problems: FieldErrors = {}
  for (const [field, table, ids] of references) {
    const missing = await findMissingIds(read, table, ids)
    if (missing.length > 0) problems[field] = [`The ${field} names records that do not exist: ${formatIds(missing)}.`]
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}

const findMissingIds = async (read: Reader, table: SQLiteTable, ids: Reference[2]): Promise<number[]> => {
  const given = ids.filter((id) => id !== null && id !== undefined)
  if (given.length === 0) return []
  const statement = statements.get(table) ?? prepareMissingIds(table)
  statements.set(table, statement)
  const rows = await statement(read).all({ ids: JSON.stringify(given) })
  return rows.map(({ id }) => id)
}

const formatIds = (ids: number[]) =>
  ids.slice(0, maxIdsInMessage).join(', ') +
  (ids.length > maxIdsInMessage ? ` and ${ids.length - maxIdsInMessage} more` : '')
