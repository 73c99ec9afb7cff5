import { constants, Database as Sqlite } from 'bun:sqlite'
import { closeSync, openSync, readSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { migrations } from '../../migrations/index.ts'
import { Failure } from '../faults.ts'
import { explained } from './explain.ts'

/** What a library's file holds. */
export interface Contents {
  schema: number
  /** Rows by table. */
  rows: Record<string, number>
}

/** The schema that a file has: how many migrations it has had. */
export const schemaOf = (client: Sqlite): number =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** @throws Failure for a library from a newer program. */
export const requireKnownSchema = (schema: number, name: string): void => {
  if (schema <= migrations.length) return
  throw new Failure(
    `${name} has schema ${schema}, and this program knows only up to ${migrations.length}. Use the newer program.`,
  )
}

/** @throws Failure for a file that does not even start like a SQLite database. */
export const requireSqlite = (path: string): void => {
  const start = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, start)
  } finally {
    closeSync(file)
  }
  if (start.toString('latin1') === 'SQLite format 3\0') return
  throw new Failure(`${path} is not a SQLite database. Name another file, or move this one away.`)
}

/** What is wrong inside a file, as sentences; nothing for a sound one. Reads all of it. */
export const faultsIn = (client: Sqlite): string[] => {
  const integrity = client.query<{ integrity_check: string }, []>('PRAGMA integrity_check(10)').all()
  const broken = client.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
  return [
    ...integrity.flatMap(({ integrity_check }) => (integrity_check === 'ok' ? [] : [integrity_check])),
    ...(broken.length > 0 ? [`${broken.length} records refer to records that are not there`] : []),
  ]
}

/** The tables of a library, those of SQLite left out, with the numbers of their rows. */
export const contentsOf = (client: Sqlite): Contents => {
  const tables = client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  const rows = tables.map(({ name }) => {
    // The name is the schema's own, and a name can't be a parameter.
    const counted = client.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get()
    return [name, counted?.n ?? 0]
  })
  return { schema: schemaOf(client), rows: Object.fromEntries(rows) }
}

/** For a file that nobody writes: SQLite then makes no journal beside it, and looks for none. */
const openAlone = (path: string) =>
  new Sqlite(`${pathToFileURL(path).href}?immutable=1`, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)

/**
 * Opens a file that nobody else uses, such as a backup, and looks at all of it.
 * @throws Failure for one that is no sound library, or from a newer program.
 */
export const verify = (path: string): Contents => {
  requireSqlite(path)
  let client: Sqlite | undefined
  try {
    client = openAlone(path)
    const contents = contentsOf(client)
    if (contents.rows.users === undefined) throw new Failure(`${path} is a database, but not of a music library.`)
    requireKnownSchema(contents.schema, path)
    const [fault] = faultsIn(client)
    if (fault !== undefined) throw new Failure(`${path} is damaged: ${fault}.`)
    return contents
  } catch (error) {
    throw explained(error, path)
  } finally {
    client?.close()
  }
}
