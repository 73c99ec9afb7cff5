import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLibrary } from '../../src/library/file/integrity.ts'
import { maxMs } from '../support/bounds.ts'
import { runCommand } from '../support/commandRun.ts'
import { engine } from '../support/engine.ts'
import { openSql } from '../support/sql.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

/** The library of an executable that runs in a folder. */
export interface CrashLibrary extends AsyncDisposable {
  databaseUrl: string
  /** What names the library to the executable. */
  env: Record<string, string>
  /** Waits until what a killed process left behind can change nothing any more. */
  settle(): Promise<void>
  /** How many rows each table has. @throws Error for a damaged file */
  countRows(): Promise<Record<string, number>>
}

/**
 * The library in the file of the default settings, which the executable creates, or in an empty database. Its backups are in the
 * default folder, which only a file has: the executable is told of it.
 */
export const createCrashLibrary = (folder: string): Promise<CrashLibrary> =>
  engine === 'file' ? createInFile(folder) : createInDatabase(folder)

/**
 * Gives a library a later time than its WAL, as a checkpoint after the last write does, and a copy to its place. So the next program that opens
 * it reads all of it, with the WAL, to find out whether they belong together.
 * @returns false if there is no WAL
 */
export const makeNewerThanWal = (path: string): boolean => {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (!wal?.size) return false
  while (statSync(path).ctimeMs <= wal.mtimeMs) chmodSync(path, 0o600)
  return true
}

const createInFile = async (folder: string): Promise<CrashLibrary> => {
  const path = join(folder, 'data/music-library.db')
  return {
    databaseUrl: path,
    env: {},
    // This recovers the write-ahead log, as the next start does.
    settle: async () => {
      makeNewerThanWal(path)
      const { code, err } = await runCommand(['user', 'list', '--database', path], { cwd: '/' })
      if (code !== 0) throw new Error(err)
    },
    countRows: async () => verifyLibrary(path).rows,
    [Symbol.asyncDispose]: async () => {},
  }
}

const settleTimeoutMs = maxMs(20_000)
const pollMs = 5

/** The processes of the server that work for other connections. */
const selectOthers = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`

const createInDatabase = async (folder: string): Promise<CrashLibrary> => {
  const database = await createTestDatabase()
  const backups = join(folder, 'data/backups')
  mkdirSync(backups, { recursive: true })
  return {
    databaseUrl: database.url,
    env: { DATABASE_URL: database.url, BACKUP_DIR: backups },
    // The server ends a statement, such as COMMIT, before it notices that its client is gone.
    settle: async () => {
      await using connection = openSql(database.url)
      const deadline = performance.now() + settleTimeoutMs
      while ((await connection.query(selectOthers)).length > 0) {
        if (performance.now() > deadline) throw new Error('The connections of a killed process stay open.')
        await Bun.sleep(pollMs)
      }
    },
    countRows: async () => {
      await using connection = openSql(database.url)
      const counts: Record<string, number> = {}
      for (const table of await connection.tables())
        counts[table] = (await connection.query(`SELECT count(*) AS count FROM "${table}"`))[0].count
      return counts
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
