import { Database as Sqlite } from 'bun:sqlite'
import { describeFileError } from '../describeFileError.ts'
import { openUnchanged, requireLibrary } from '../file/integrity.ts'
import { migrate } from '../file/migrate.ts'
import { requireOwnWal } from '../file/ownWal.ts'
import { requireExistingFile } from '../locate.ts'

/** A library or a backup in a file, to copy into memory. */
export interface CopyOptions {
  path: string
  /** Whether the copy has the accounts and what belongs to them; true by default. */
  accounts?: boolean | undefined
}

/**
 * Copies a library or a backup into memory, with the current schema. The file is only read, also while a server has it open.
 * @returns the copy as `OpenOptions.image`
 * @throws OperationalError for a file that is not there, can't be read, is no library, or is one of a newer program
 */
export const copyToMemory = ({ path: given, accounts = true }: CopyOptions): Uint8Array => {
  const path = requireExistingFile(given)
  try {
    using client = Sqlite.deserialize(readImage(path))
    migrate(client)
    if (!accounts) deleteAccounts(client)
    return client.serialize()
  } catch (error) {
    throw describeFileError(error, path, 'library')
  }
}

/** The versions of the format that a file in WAL mode has, and of one that SQLite opens in memory: https://sqlite.org/fileformat.html#file_format_version_numbers */
const formatVersions = { offsets: [18, 19], wal: 2, memory: 1 }

/** Reads the pages of a library, those in its WAL included. */
const readImage = (path: string): Uint8Array => {
  requireOwnWal(path)
  using file = openUnchanged(path)
  requireLibrary(file, path)
  const image = file.serialize()
  const { offsets, wal, memory } = formatVersions
  for (const offset of offsets) if (image[offset] === wal) image[offset] = memory
  return image
}

/** What says who has used the library: accounts with what refers to them, and the audit trail. */
const tablesOfAccounts = ['users', 'invitations', 'setup_codes', 'audit', 'audit_gap'] as const

const deleteAccounts = (client: Sqlite) => {
  // What is deleted is overwritten.
  client.run('PRAGMA secure_delete = ON')
  client.run('PRAGMA foreign_keys = ON')
  for (const table of tablesOfAccounts) client.run(`DELETE FROM ${table}`)
  // As in a new library.
  client.run("INSERT INTO audit_gap VALUES (1, -1, '1970-01-01T00:00:00.000000Z')")
  client.run("DELETE FROM sqlite_sequence WHERE name IN ('users', 'tokens', 'likes', 'invitations', 'audit')")
}
