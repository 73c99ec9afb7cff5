import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type { WriteInstants } from './clock.ts'

/** Drizzle over any SQLite driver. Results are awaited, so stores work with synchronous and asynchronous drivers. */
export type Connection = BaseSQLiteDatabase<'sync' | 'async', unknown>

/** A connection that can only select. */
export type Reader = Pick<Connection, 'select' | 'selectDistinct'>

/** The connection inside `Database.write`. */
export type Writer = Reader & Pick<Connection, 'insert' | 'update' | 'delete'>

/** A write in progress. All that it changes is committed together, or not at all. */
export interface Transaction extends WriteInstants {
  /** The connection for its statements. They see what it has changed so far. */
  readonly db: Writer
  /** Folds names that the next statement writes, for searching. Names that are left out are folded by the library, which takes longer. */
  readonly foldNames: (names: readonly string[]) => void
  /**
   * Runs statements that need no result of each other, in their order. PostgreSQL gets all of them at once. In a file, the first one that
   * fails may have ended the transaction, as on a full disk, so none is run after it.
   */
  readonly inOrder: (statements: readonly (() => PromiseLike<unknown>)[]) => Promise<void>
}
