import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { type AsyncRemoteCallback, SQLiteRemoteSession, SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Connection } from '../connection.ts'
import { buildFor } from '../engineSql.ts'

/** Runs a statement on PostgreSQL. Each row is an array of its values. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown[][]>

/** Drizzle's dialect of SQLite with the placeholders of PostgreSQL. Both quote names alike. */
class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam = (index: number): string => `$${index + 1}`
  override sqlToQuery: SQLiteAsyncDialect['sqlToQuery'] = (query, source) =>
    buildFor('postgres', () => SQLiteAsyncDialect.prototype.sqlToQuery.call(this, query, source))
}

/** Drizzle's session wraps each error in one whose message has the parameters: hashes and addresses would reach the log. */
class PostgresSession extends SQLiteRemoteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery: SQLiteRemoteSession<Record<string, never>, Record<string, never>>['prepareQuery'] = (
    ...args
  ) => {
    const query = SQLiteRemoteSession.prototype.prepareQuery.apply(this, args)
    return Object.assign(query, {
      queryWithCache: (_text: string, _values: unknown[], run: () => Promise<unknown>) => run(),
    })
  }
}

/** Drizzle over a function that runs statements. */
export const connect = (run: RunStatement): Connection => {
  const callback: AsyncRemoteCallback = async (text, values, method) => {
    const rows = await run(text, values.map(toPostgres))
    for (const row of rows)
      for (const [index, value] of row.entries()) if (typeof value === 'bigint') row[index] = Number(value)
    // For `get`, Drizzle takes the one row itself.
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows }
  }
  const dialect = new PostgresDialect()
  const session = new PostgresSession(callback, dialect, undefined, undefined)
  return new SqliteRemoteDatabase('async', dialect, session, undefined)
}

/**
 * PostgreSQL stores no U+0000, and rejects a value with it. A text that is only looked up may have one; its replacement is in no text
 * of a library, either, so nothing is found. JSON arrays of such texts are built without them.
 *
 * Bun would send an integer as `int4` or as `int8`, depending on its size, and each combination of types is another prepared
 * statement. A bigint is always an `int8`, as ids are.
 */
const toPostgres = (value: unknown) => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'string' ? value.replaceAll('\0', '\u0001') : value
}
