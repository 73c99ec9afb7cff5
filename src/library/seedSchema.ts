import { getTableName } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TrackedTable } from './changes.ts'

// What seeds have left behind: of each record that was in a file, hashes of what the file said and of what the library had afterwards
// (seeding/lastSeed/recordHashes.ts). A row has those of several records, since a seed reads and writes very many. They outlive the records: a
// deletion by people is known by them.
export const seed_bases = sqliteTable(
  'seed_bases',
  {
    // The name of a resource.
    resource: text().notNull(),
    // The ids of a block are `block * 256` and the 255 that follow.
    block: integer().notNull(),
    // A line for each id; an empty one for a record without a base.
    bases: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.resource, row.block] })],
)

/** No cached response depends on the bases. */
export const trackedTables: readonly TrackedTable[] = [{ table: getTableName(seed_bases), changes: [] }]
