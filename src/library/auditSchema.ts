import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checkInstants, instant } from '../resources/columns.ts'

// Entries outlive the records and accounts that they name, so no column is a foreign key. Almost every write adds an entry:
// an index, or an id that is never used again (SQLite keeps the last one in another table), would add a page to each commit.
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey(),
    created_at: instant().notNull(),
    source: text({ enum: ['api', 'cli', 'server'] }).notNull(),
    user_id: integer(),
    email: text(),
    token_id: integer(),
    address: text(),
    action: text().notNull(),
    // The path of a record below /api, such as `tracks/3`.
    record: text(),
    // JSON: `Changes` and `Counts` of audit/entry.ts.
    changes: text(),
    counts: text(),
    // The id of the entry of the action that this entry is a part of. The parts of an action follow its entry without a gap.
    part_of: integer(),
    // JSON: what undoing the change needs beside `changes`, `Restore` of audit/undoData.ts. It is removed after a time.
    restore: text(),
  },
  (entry) => [checkInstants('audit_stamps', entry.created_at)],
)

/**
 * The last deletion that has no entry, since the library was too full for one. The table has one row, which the migration adds: it is
 * updated where there is no room for another one.
 */
export const audit_gap = sqliteTable(
  'audit_gap',
  {
    id: integer().primaryKey(),
    // The id of the newest entry before the deletion, 0 if there was none; -1 if nothing was deleted without an entry.
    entry_id: integer().notNull(),
    created_at: instant().notNull(),
  },
  (gap) => [checkInstants('audit_gap_stamps', gap.created_at)],
)

/**
 * The size of an entry in bytes, as SQL of both engines: that of its texts of any length, and about as much as the engines take for the
 * rest.
 */
export const auditEntrySize =
  '80 + coalesce(octet_length(email), 0) + coalesce(octet_length(record), 0) + coalesce(octet_length(changes), 0) + coalesce(octet_length(counts), 0) + coalesce(octet_length(restore), 0)'
