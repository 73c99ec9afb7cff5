import { getTableName } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checkInstants } from '../resources/columns.ts'
import type { TrackedTable } from './changes.ts'

/**
 * The clock of cleanups (cleanup/slewedClock.ts), in one row, which the migration adds: the instant by which what has ended, or is older than
 * it is kept, was deleted.
 */
export const cleanup_clock = sqliteTable('cleanup_clock', { instant: text().primaryKey() }, (clock) => [
  checkInstants('cleanup_clock_stamps', clock.instant),
])

/** No cached response depends on the clock. */
export const trackedTables: readonly TrackedTable[] = [{ table: getTableName(cleanup_clock), changes: [] }]
