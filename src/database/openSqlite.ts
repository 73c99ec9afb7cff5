import { constants, Database as Sqlite } from 'bun:sqlite'

/**
 * Opens a SQLite file, which has to exist, and makes SQLite refuse a path with a symbolic link in it. The caller has
 * resolved the links of the path. A link that is there all the same has been put there since, perhaps by another user.
 * Files that `VACUUM INTO` writes on this connection are under the same rule: https://sqlite.org/c3ref/open.html
 */
export const openSqlite = (path: string, access: 'readonly' | 'readwrite'): Sqlite => {
  const mode = access === 'readonly' ? constants.SQLITE_OPEN_READONLY : constants.SQLITE_OPEN_READWRITE
  return new Sqlite(path, mode | constants.SQLITE_OPEN_NOFOLLOW)
}
