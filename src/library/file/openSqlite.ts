import { constants, Database as Sqlite } from 'bun:sqlite'

/**
 * Opens a SQLite file, which has to exist. SQLite refuses a path with a symbolic link in it: the caller has resolved the
 * links, so this one has been put there since, perhaps by another user. The same holds for the file that `VACUUM INTO`
 * writes on this connection, which may be named by a URL. See https://sqlite.org/c3ref/open.html
 * @param path - the full path
 */
export const openSqlite = (path: string, access: 'readonly' | 'readwrite'): Sqlite => {
  const mode = access === 'readonly' ? constants.SQLITE_OPEN_READONLY : constants.SQLITE_OPEN_READWRITE
  return new Sqlite(path, mode | constants.SQLITE_OPEN_NOFOLLOW | constants.SQLITE_OPEN_URI)
}

/**
 * Opens a SQLite file as one that no program changes: SQLite takes no lock, creates no file, and reads no WAL. A file in WAL mode can be opened
 * only so where SQLite may not create a WAL: https://sqlite.org/wal.html#readonly and https://sqlite.org/uri.html#uriimmutable
 */
export const openImmutable = (path: string): Sqlite =>
  new Sqlite(`${Bun.pathToFileURL(path).href}?immutable=1`, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)

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
