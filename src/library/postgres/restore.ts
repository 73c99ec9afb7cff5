import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { migrations } from '../../../migrations/index.ts'
import { AppError, errorMessage, OperationalError } from '../../base/errors.ts'
import { copyLibrary } from '../file/backup.ts'
import { filledTables } from '../file/create.ts'
import { type Contents, openForInspection, readContents, verifyLibrary } from '../file/integrity.ts'
import { isServed } from '../file/lockFile.ts'
import { migrate as migrateFile } from '../file/migrate.ts'
import { openSqlite } from '../file/openSqlite.ts'
import { resolveLinks } from '../links.ts'
import { createTemporaryFolder } from '../temporaryFolder.ts'
import type { OwnConnection } from './client.ts'
import { inTransaction, withConnection } from './connection.ts'
import { type CopiedTable, listCopiedTables, listNames, pageSize, quoteName } from './copiedTables.ts'
import { requireEqualRows } from './digest.ts'
import { currentSchema, migrate, readSchema } from './migrate.ts'
import { lockWrites } from './node.ts'
import { requireServer } from './requirements.ts'
import type { RunStatement } from './session.ts'

const selectForeignKeys = `SELECT format('%I', relname), format('%I', conname), pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace`

/**
 * Runs `work` without foreign keys, in a transaction. They are checked afterwards, all rows at once: to check each row when it is
 * inserted takes several times as long as to insert it. Other transactions wait until this one ends.
 */
const withoutForeignKeys = async (run: RunStatement, work: () => Promise<void>): Promise<void> => {
  const foreignKeys = await run(selectForeignKeys, [])
  for (const [table, name] of foreignKeys) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`, [])
  await work()
  for (const [table, name, definition] of foreignKeys)
    await run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`, [])
}

interface PostgresRestoreResult {
  /** What the backup contains. */
  contents: Contents
  /** The name of the database in messages. */
  name: string
}

/**
 * Fills a database that has no records with those of a library in a file, in one transaction. The file is not changed, and may have an
 * older schema. Nodes that serve the database forget what they have in memory.
 * @param endSessions - whether the tokens and invitations are left out
 * @throws OperationalError when the file is missing, damaged, served or from a newer program, and when the database has records
 * already or can't keep a library. The database has no records then.
 */
export const restoreToPostgres = async (
  backup: string,
  url: string,
  { endSessions = false }: { endSessions?: boolean } = {},
): Promise<PostgresRestoreResult> => {
  if (!existsSync(backup)) throw new OperationalError(`There is no file ${backup}.`)
  if (isServed(resolveLinks(backup)))
    throw new OperationalError(`${backup} is served now. Stop its server first: what it writes would be missing.`)
  const { schema } = verifyLibrary(backup, 'backup')
  return withConnection(url, async (connection, name) => {
    await prepareDatabase(connection, name)
    return withCurrentSchema(backup, schema, async (client) => {
      await inTransaction(connection, 'BEGIN', () => copyToDatabase(connection.run, client, { name, endSessions }))
      // Searches read some of their indexes alone, which needs to know that all rows are visible. PostgreSQL does it later if it can't be done now.
      await connection.run('VACUUM (ANALYZE)', []).catch(() => {})
      return { contents: { ...readContents(client), schema }, name }
    })
  })
}

const newDatabase = 'Create a new database, and restore into that one.'

/** Creates the tables, unless the database has them. */
const prepareDatabase = async (connection: OwnConnection, name: string) => {
  await requireServer(connection.run, name)
  const schema = await readSchema(connection.run, name)
  if (schema === undefined) await migrate(connection, name)
  else if (schema !== currentSchema)
    throw new OperationalError(
      `${name} has a library of ${schema < currentSchema ? 'an older' : 'a newer'} program, and was not changed. ${newDatabase}`,
    )
}

/** Opens a file in a read transaction: a library of an older schema as a temporary copy, which is upgraded. */
const withCurrentSchema = async <T>(
  backup: string,
  schema: number,
  work: (client: Sqlite) => Promise<T>,
): Promise<T> => {
  if (schema === migrations.length) return withSnapshot(openForInspection(backup), work)
  return withSnapshot(openUpgradedCopy(backup), work)
}

/** The file of the copy has no name any more when it is open, so nothing of it is left however the process ends. */
const openUpgradedCopy = (backup: string): Sqlite => {
  using folder = createTemporaryFolder()
  upgradeCopy(backup, folder.path)
  return openForInspection(folder.path)
}

const upgradeCopy = (backup: string, path: string) => {
  copyLibrary(backup, path)
  using client = openSqlite(path, 'readwrite')
  migrateFile(client)
}

const withSnapshot = async <T>(client: Sqlite, work: (client: Sqlite) => Promise<T>): Promise<T> => {
  try {
    client.run('BEGIN')
    return await work(client)
  } finally {
    client.close()
  }
}

const copyToDatabase = async (
  run: RunStatement,
  client: Sqlite,
  { name, endSessions }: { name: string; endSessions: boolean },
) => {
  await run(lockWrites, [])
  const tables = listCopiedTables(client)
  await requireNoRecords(run, tables, name)
  // What migrations and starts have added differs from the rows of the file.
  for (const { name } of tables) if (filledTables.includes(name)) await run(`DELETE FROM ${quoteName(name)}`, [])
  await withoutForeignKeys(run, async () => {
    for (const table of tables) await copyTable(run, client, table)
  })
  await continueIds(run, client)
  await requireEqualRows(client, run, tables, name)
  if (endSessions) for (const table of ['tokens', 'invitations', 'setup_codes']) await run(`DELETE FROM ${table}`, [])
  await forgetChanges(run)
  for (const table of tables) await run(`ANALYZE ${quoteName(table.name)}`, [])
}

/** The same test as `removeIfEmpty`: what migrations and starts insert does not count. */
const requireNoRecords = async (run: RunStatement, tables: readonly CopiedTable[], name: string) => {
  for (const table of tables) {
    if (filledTables.includes(table.name)) continue
    const [row] = await run(`SELECT EXISTS (SELECT 1 FROM ${quoteName(table.name)})`, [])
    if (row?.[0])
      throw new OperationalError(
        `The database ${name} has a library with records, and nothing was changed. ${newDatabase}`,
      )
  }
}

/** Triggers fold the names, and keep the sequences ahead of the ids. */
const copyTable = async (run: RunStatement, client: Sqlite, table: CopiedTable) => {
  const { name, columns, key } = table
  const members = columns.map((column) => `'${column}', ${quoteName(column)}`)
  const select = `SELECT json_object(${members.join(', ')}) AS row FROM ${quoteName(name)} ORDER BY ${listNames(key)}`
  const insert = `INSERT INTO ${quoteName(name)} (${listNames(columns)})
    SELECT ${listNames(columns)} FROM json_populate_recordset(NULL::${quoteName(name)}, $1::text::json)`
  let rows: string[] = []
  const send = async () => {
    try {
      await run(insert, [`[${rows.join(',')}]`])
    } catch (error) {
      throw error instanceof AppError ? error : new OperationalError(describeRejectedRow(client, table, error))
    }
    rows = []
  }
  for (const { row } of client.query<{ row: string }, []>(select).iterate()) {
    rows.push(row)
    if (rows.length === pageSize) await send()
  }
  if (rows.length > 0) await send()
}

/** Other programs may have written to the file. */
const describeRejectedRow = (client: Sqlite, { name, columns, key }: CopiedTable, error: unknown): string => {
  const hasNull = columns.map((column) => `instr(${quoteName(column)}, char(0)) > 0`).join(' OR ')
  const [row] = client.query(`SELECT ${listNames(key)} FROM ${quoteName(name)} WHERE ${hasNull} LIMIT 1`).values()
  if (!row)
    return `A row of the table ${name} is not valid on PostgreSQL, so nothing was restored: ${errorMessage(error)}`
  return `The record ${row.join(' and ')} of the table ${name} has the character U+0000, which PostgreSQL does not store. Change it in the file, and restore again.`
}

/** The ids of records that were deleted are not used again. */
const continueIds = async (run: RunStatement, client: Sqlite) => {
  const sequences = client.query<{ name: string; seq: number }, []>(
    // One row takes space, and has no number (`file/reserve.ts`).
    "SELECT name, seq FROM sqlite_sequence WHERE typeof(seq) = 'integer' AND seq > 0",
  )
  for (const { name, seq } of sequences.all())
    await run("SELECT setval($1 || '_id_seq', $2::bigint) WHERE $2::bigint > last_id($1)", [name, seq])
}

/** A node that finds a gap in the changes forgets all it has in memory. */
const forgetChanges = async (run: RunStatement) => {
  await run('DELETE FROM changed', [])
  await run("INSERT INTO changed (kind, is_new, record) VALUES ('untracked', 0, 0)", [])
}
