import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

/** Drizzle over any SQLite driver. Results are awaited, so stores work with synchronous and asynchronous drivers. */
export type Connection = BaseSQLiteDatabase<'sync' | 'async', unknown>

/** A connection that can only select. */
export type Reader = Pick<Connection, 'select' | 'selectDistinct'>

/** The connection inside `Database.write`. */
export type Writer = Reader & Pick<Connection, 'insert' | 'update' | 'delete'>
