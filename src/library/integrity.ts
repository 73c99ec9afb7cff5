import { constants, Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrations } from '../../migrations/index.ts'
import { OperationalError } from '../errors.ts'
import { describeError } from './describeError.ts'
import { isWritable } from './permissions.ts'

/** What a library's file holds. */
export interface Contents {
  schema: number
  /** Rows by table. */
  rows: Record<string, number>
}

/** The schema that a file has: how many migrations it has had. */
export const readSchemaVersion = (client: Sqlite): number =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** @throws OperationalError for a library from a newer program. */
export const requireKnownSchema = (schema: number, name: string): void => {
  if (schema <= migrations.length) return
  throw new OperationalError(
    `${name} has schema ${schema}, and this program knows only up to ${migrations.length}. Use the newer program.`,
  )
}

/** @throws OperationalError for a file that does not even start like a SQLite database. */
export const requireSqlite = (path: string, name = path): void => {
  const start = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, start)
  } finally {
    closeSync(file)
  }
  if (start.toString('latin1') === 'SQLite format 3\0') return
  throw new OperationalError(`${name} is not a SQLite database. Name another file, or move this one away.`)
}

/** What is wrong inside a file, as sentences; nothing for a sound one. Reads all of it. */
export const findIntegrityErrors = (client: Sqlite): string[] => {
  const integrity = client.query<{ integrity_check: string }, []>('PRAGMA integrity_check(10)').all()
  const broken = client.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
  return [
    ...integrity.flatMap(({ integrity_check }) => (integrity_check === 'ok' ? [] : [integrity_check])),
    ...(broken.length > 0 ? [`${broken.length} records refer to records that are not there`] : []),
  ]
}

/** The tables of a library, those of SQLite left out, with the numbers of their rows. */
export const readContents = (client: Sqlite): Contents => {
  const tables = client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  const rows = tables.map(({ name }) => {
    // The name is the schema's own, and a name can't be a parameter.
    const counted = client.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get()
    return [name, counted?.n ?? 0]
  })
  return { schema: readSchemaVersion(client), rows: Object.fromEntries(rows) }
}

/**
 * Opens a library to look at it. Where this user may, it is opened for writing: only then does SQLite check everything,
 * and take its journal away again.
 */
export const openForInspection = (path: string): Sqlite => {
  const alone = !existsSync(`${path}-wal`)
  const client =
    isWritable(path) && isWritable(dirname(path)) ? openFully(path) : alone ? openAlone(path) : openReadOnly(path)
  client.run('PRAGMA busy_timeout = 5000')
  return client
}

const openFully = (path: string) => new Sqlite(path, { readwrite: true })
const openReadOnly = (path: string) => new Sqlite(path, { readonly: true })
/** As a file that nobody writes. */
const openAlone = (path: string) =>
  new Sqlite(`${pathToFileURL(path).href}?immutable=1`, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)

/** @throws OperationalError for a database that is not a music library's, or is one of a newer program. */
export const requireLibrary = (client: Sqlite, name: string): void => {
  const schema = readSchemaVersion(client)
  const tables = client.query("SELECT 1 FROM sqlite_schema WHERE name IN ('users', 'tracks')").all()
  if (schema === 0 || tables.length < 2)
    throw new OperationalError(`${name} is a database, but not of a music library.`)
  requireKnownSchema(schema, name)
}

/**
 * Looks at all of a file that nobody else uses, such as a backup.
 * @param name what people know the file as
 * @throws OperationalError for one that is no sound library, or from a newer program.
 */
export const verifyLibrary = (path: string, name = path): Contents => {
  let client: Sqlite | undefined
  try {
    requireSqlite(path, name)
    client = openForInspection(path)
    requireLibrary(client, name)
    const [fault] = findIntegrityErrors(client)
    if (fault !== undefined) throw new OperationalError(`${name} is damaged: ${fault}.`)
    return readContents(client)
  } catch (error) {
    throw describeError(error, name)
  } finally {
    client?.close(true)
  }
}
