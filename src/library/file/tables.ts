import type { Database as Sqlite } from 'bun:sqlite'

/** Returns the names of the tables that a library has, except SQLite's own. */
export const listTables = (client: Sqlite): string[] =>
  client
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)

/**
 * Call it before temporary tables are created: they would be deleted by a change of this setting, but stay if it is in
 * effect already.
 */
export const keepTemporaryTablesInMemory = (client: Sqlite): void => {
  client.run('PRAGMA temp_store = MEMORY')
}
