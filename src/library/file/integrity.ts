import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { migrations } from '../../../migrations/index.ts'
import { OperationalError } from '../../base/errors.ts'
import { adviceIfDamaged, describeFileError, type FileUse } from '../describeFileError.ts'
import { resolveLinks } from '../links.ts'
import { isWritable } from '../permissions.ts'
import { keepTemporaryFilesBeside } from '../temporaryFiles.ts'
import { requireNoTestHashes } from '../testHashes.ts'
import { listTables, openImmutable, openSqlite } from './openSqlite.ts'
import { hasLeftWal, requireOwnWal } from './ownWal.ts'

// In this file `name` is the name of a file in messages. It differs from the path for a file with a temporary name.

/** A summary of a library, for comparing and reporting copies. */
export const Contents = Type.Object(
  {
    /** The schema version: the number of applied migrations. */
    schema: Type.Integer(),
    /** The number of rows of each table. */
    rows: Type.Record(Type.String(), Type.Integer(), { title: 'RowCounts' }),
  },
  { title: 'BackupContents' },
)
export type Contents = Static<typeof Contents>

/** Returns the number of migrations that were applied to a database. */
export const readSchemaVersion = (client: Sqlite): number =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** @throws OperationalError for a database of another application, and for a library of a newer program */
export const requireLibrary = (client: Sqlite, name: string): void => {
  const schema = readSchemaVersion(client)
  const tables = client.query("SELECT 1 FROM sqlite_schema WHERE name IN ('users', 'tracks')").all()
  if (schema === 0 || tables.length < 2)
    throw new OperationalError(`${name} is a database, but not of a music library.`)
  if (schema > migrations.length)
    throw new OperationalError(
      `${name} has schema ${schema}, and this program knows only up to ${migrations.length}. Use the newer program.`,
    )
}

/** Reads the whole file. Returns a sentence without full stop for each error, at most ten. */
export const findIntegrityErrors = (client: Sqlite): string[] =>
  client
    .query<{ integrity_check: string }, []>('PRAGMA integrity_check(10)')
    .all()
    .flatMap(({ integrity_check }) => (integrity_check === 'ok' ? [] : [integrity_check]))

/** Counts the rows of all tables of `listTables`. */
export const readContents = (client: Sqlite): Contents => {
  const rows = listTables(client).map((name) => {
    // The name of a table can't be a bound parameter.
    const row = client.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get()
    return [name, row?.n ?? 0]
  })
  return { schema: readSchemaVersion(client), rows: Object.fromEntries(rows) }
}

/**
 * Opens a library to read it. Where this user may, it is opened for writing: on a read-only connection integrity_check
 * skips CHECK constraints, and SQLite leaves the `-wal` and `-shm` files behind.
 */
export const openForInspection = (path: string): Sqlite => {
  const file = resolveLinks(path)
  requireOwnWal(file)
  const client = connect(file)
  keepTemporaryFilesBeside(client, file)
  client.run('PRAGMA busy_timeout = 5000')
  return client
}

/** A WAL that was left is applied to the library by the last connection that may write, when it is closed. */
const connect = (path: string): Sqlite =>
  isWritable(path) && isWritable(dirname(path)) && !hasLeftWal(path)
    ? openSqlite(path, 'readwrite')
    : openUnchanged(path)

/** Opens a library to read it, and leaves its file as it is. */
export const openUnchanged = (path: string): Sqlite =>
  existsSync(`${path}-wal`) ? openSqlite(path, 'readonly') : openImmutable(path)

/**
 * Checks all of a library that no other connection uses, such as a copy, and counts its rows.
 * @param use - what it is verified for
 * @param name - the name of the file in messages
 * @throws OperationalError for a damaged file, a file that is not a library, and a library of a newer program
 */
export const verifyLibrary = (path: string, use: FileUse = 'library', name = path): Contents => {
  try {
    using client = openForInspection(path)
    requireLibrary(client, name)
    const [integrityError] = findIntegrityErrors(client)
    if (integrityError !== undefined)
      throw new OperationalError(`${name} is damaged: ${integrityError}. ${adviceIfDamaged(use)}`)
    requireNoTestHashes(client, name)
    return readContents(client)
  } catch (error) {
    throw describeFileError(error, path, use, { name })
  }
}
