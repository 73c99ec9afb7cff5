import type { Database as Sqlite } from 'bun:sqlite'
import { dirname } from 'node:path'
import { OperationalError } from '../../base/errors.ts'
import { describeFolderProblem } from '../backupFolder.ts'
import { createCopy } from '../copy.ts'
import { describeFileError } from '../describeFileError.ts'
import { type Backup, describeBackup, hasOlderBackup, nameBackup } from '../file/backup.ts'
import { filledTables } from '../file/create.ts'
import type { Contents } from '../file/integrity.ts'
import { migrate } from '../file/migrate.ts'
import { openSqlite } from '../file/openSqlite.ts'
import { resolveLinks } from '../links.ts'
import { keepTemporaryFilesBeside } from '../temporaryFiles.ts'
import { parseAddress } from './address.ts'
import type { OwnConnection } from './client.ts'
import { inTransaction, withConnection } from './connection.ts'
import { type CopiedTable, listCopiedTables, listNames, quoteName, readPages } from './copiedTables.ts'
import { requireEqualRows } from './digest.ts'
import { currentSchema, readSchema } from './migrate.ts'
import type { RunStatement } from './session.ts'

/**
 * Copies a library on PostgreSQL into a file, which is a library, too; also while it is served. All rows are those of one moment. The
 * file gets the name `target` after it was verified; it replaces an older backup of this name.
 * @throws OperationalError as `backUp` does, and for a database without a library of this schema; DatabaseUnavailable
 */
export const backUpPostgres = async (url: string, target: string): Promise<Backup> => {
  hasOlderBackup(undefined, target)
  const file = resolveLinks(target)
  const problem = describeFolderProblem(dirname(file))
  if (problem) throw new OperationalError(problem)
  const contents = await withConnection(url, (connection, name) => copyInto(file, connection, name))
  return describeBackup(target, contents)
}

/** The same into a file in a folder, with the time in its name. The names begin with the name of the database. */
export const backUpPostgresInto = (url: string, folder: string, keep?: number): Promise<Backup> =>
  nameBackup(backupNameOf(url), folder, keep, (target) => backUpPostgres(url, target))

/** What the names of the backups of a database begin with, and what distinguishes databases of the same name. */
export const backupNameOf = (url: string) => {
  const { name } = parseAddress(url)
  const database = name.slice(name.lastIndexOf('/') + 1)
  return { address: name, name: database.replaceAll(/[^\w.-]/g, '-') }
}

const copyInto = async (file: string, connection: OwnConnection, name: string): Promise<Contents> => {
  using copy = createCopy(file)
  try {
    await inTransaction(connection, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      await requireSchema(connection.run, name)
      using client = openSqlite(copy.temporary, 'readwrite')
      await copyToFile(client, connection.run, copy.temporary, file)
    })
    return copy.complete(undefined)
  } catch (error) {
    throw describeFileError(error, file, 'write')
  }
}

const requireSchema = async (run: RunStatement, name: string) => {
  const schema = await readSchema(run, name)
  if (schema === undefined) throw new OperationalError(`There is no library at ${name}.`)
  if (schema === currentSchema) return
  const program =
    schema < currentSchema
      ? 'an older program: start the server of this one, which upgrades it'
      : 'a newer program: use that one'
  throw new OperationalError(
    `${name} has schema ${schema} of ${program}. This program backs up schema ${currentSchema}.`,
  )
}

/** Creates the tables in an empty file, and copies the rows. Triggers fold the names. */
const copyToFile = async (client: Sqlite, run: RunStatement, path: string, file: string) => {
  migrate(client)
  keepTemporaryFilesBeside(client, path)
  // A file that is not complete is thrown away, so nothing has to be undone, and one sync in the end is enough.
  client.run('PRAGMA journal_mode = OFF')
  client.run('PRAGMA synchronous = OFF')
  // All references are checked in the end.
  client.run('PRAGMA foreign_keys = OFF')
  const tables = listCopiedTables(client)
  client.run('BEGIN')
  // The rows of the migrations differ from those of the library.
  for (const { name } of tables) if (filledTables.includes(name)) client.run(`DELETE FROM ${quoteName(name)}`)
  for (const table of tables) await copyTable(client, run, table)
  await continueIds(client, run)
  client.run('COMMIT')
  await requireEqualRows(client, run, tables, file)
}

const copyTable = async (client: Sqlite, run: RunStatement, { name, columns, key }: CopiedTable) => {
  const insert = client.query<never, (string | number | bigint | null)[]>(
    `INSERT INTO ${quoteName(name)} (${listNames(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const select = `SELECT ${listNames(columns)} FROM ${quoteName(name)} ORDER BY ${listNames(key)}`
  for await (const page of readPages(run, select)) {
    // The columns of a library are texts and numbers.
    for (const row of page) insert.run(...(row as (string | number | bigint | null)[]))
  }
}

/** The ids of records that were deleted are not used again. */
const continueIds = async (client: Sqlite, run: RunStatement) => {
  const tables = client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'")
    .all()
  for (const { name } of tables) {
    const [row] = await run('SELECT last_id($1)', [name])
    client.query('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
    if (Number(row?.[0]) > 0)
      client.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, Number(row?.[0]))
  }
}
