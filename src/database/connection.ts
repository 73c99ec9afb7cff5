import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

/** Drizzle over any SQLite driver. Results are awaited, so a store does not know whether its driver is synchronous. */
export type Connection = BaseSQLiteDatabase<'sync' | 'async', unknown>

/** Selects, and nothing else. */
export type Reader = Pick<Connection, 'select' | 'selectDistinct'>

/** All that can be done inside `Database.write`. */
export type Writer = Reader & Pick<Connection, 'insert' | 'update' | 'delete'>
