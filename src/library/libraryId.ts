import type { Database as Sqlite } from 'bun:sqlite'
import { openImmutable } from './file/openSqlite.ts'

// Each library has an id, which is made with it and copied with it: its backups have the same one. It follows from the rows of `roles`, which
// never change after they were inserted: from when they were, in microseconds. So libraries of earlier versions and their backups have one, too.

/** Selects what the id follows from, on both engines. */
export const selectRoles = 'SELECT name, created_at FROM roles ORDER BY id'

/** Stamps the roles of a new library as never updated, on both engines. */
export const stampRolesAsCreated = 'UPDATE roles SET updated_at = created_at'

/** Makes the id of a new library unique: the migration inserts the roles with a time in milliseconds. */
export const makeLibraryId = (client: Sqlite): void => {
  client.run("UPDATE roles SET created_at = substr(created_at, 1, 23) || format('%03dZ', abs(random() % 1000))")
  client.run(stampRolesAsCreated)
}

/** Calculates the id of a library from the rows of `selectRoles`: 16 hexadecimal digits. */
export const toLibraryId = (roles: readonly (readonly unknown[])[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(roles)).digest('hex').slice(0, 16)

/** Reads the id of a library in a file. */
export const readLibraryId = (client: Sqlite): string => toLibraryId(client.query(selectRoles).values())

/** What a backup is. */
export interface BackupFacts {
  /** The id of the library that it is a copy of. */
  id: string
  /** Whether it has records of the catalogue. */
  hasRecords: boolean
}

/** Selects whether a library has records of the catalogue, on both engines. */
export const selectHasRecords = ['labels', 'genres', 'artists', 'albums', 'tracks']
  .map((table) => `EXISTS (SELECT 1 FROM ${table})`)
  .join(' OR ')

export const hasRecords = (client: Sqlite): boolean => client.query(`SELECT ${selectHasRecords}`).values()[0]?.[0] === 1

/** Reads what a backup is; undefined for a file that is none, or can't be read. */
export const readBackup = (path: string): BackupFacts | undefined => {
  try {
    // Nobody writes a backup, so it needs neither locks nor files beside it.
    using client = openImmutable(path)
    return { id: readLibraryId(client), hasRecords: hasRecords(client) }
  } catch {
    return
  }
}
