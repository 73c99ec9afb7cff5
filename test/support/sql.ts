import { Database as Sqlite } from 'bun:sqlite'
import { SQL } from 'bun'
import { errorCode } from '../../src/base/errors.ts'
import { listTables } from '../../src/library/file/openSqlite.ts'

type Value = string | number | null

/** A connection to a library of its own, as another program has one. It works with both engines. */
export interface SqlConnection extends AsyncDisposable {
  /** Runs a statement with these values in place of `?`. @returns its rows, as objects */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the columns
  query<Row = any>(statement: string, ...values: Value[]): Promise<Row[]>
  /** The names of all tables, except those of SQLite's own. */
  tables(): Promise<string[]>
  /** Makes the writes of all other connections wait until the function that it returns has been called. */
  lockWrites(): Promise<() => Promise<void>>
}

/** @param databaseUrl - the path of a file, or the URL of a database */
export const openSql = (databaseUrl: string): SqlConnection =>
  databaseUrl.startsWith('postgres:') ? openPostgres(databaseUrl) : openFile(databaseUrl)

const lockTimeoutMs = 5_000

/**
 * Tries again while a write of the server has the lock. The server runs in the same process, and a long write yields to the event loop:
 * the busy timeout of SQLite blocks the event loop, so such a write would never end.
 */
const retryWhileLocked = async <Result>(run: () => Result): Promise<Result> => {
  for (const start = performance.now(); ; await Bun.sleep(1)) {
    try {
      return run()
    } catch (error) {
      if (!errorCode(error).startsWith('SQLITE_BUSY') || performance.now() - start > lockTimeoutMs) throw error
    }
  }
}

const openFile = (path: string): SqlConnection => {
  const client = new Sqlite(path)
  return {
    query: <Row>(statement: string, ...values: Value[]) =>
      retryWhileLocked(() => client.query<Row, Value[]>(statement).all(...values)),
    tables: async () => listTables(client),
    lockWrites: async () => {
      await retryWhileLocked(() => client.run('BEGIN IMMEDIATE'))
      return async () => {
        client.run('COMMIT')
      }
    },
    [Symbol.asyncDispose]: async () => client.close(),
  }
}

const openPostgres = (url: string): SqlConnection => {
  const client = new SQL(url, { max: 1, bigint: true })
  const query = async <Row>(statement: string, ...values: Value[]): Promise<Row[]> => {
    let position = 0
    const rows: Record<string, unknown>[] = await client.unsafe(
      statement.replaceAll('?', () => `$${++position}`),
      values,
    )
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)])) as Row,
    ) // the caller knows the columns
  }
  return {
    query,
    tables: async () => {
      const rows = await query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
      )
      return rows.map(({ name }) => name)
    },
    lockWrites: async () => {
      await client.unsafe('BEGIN')
      // The number is that of all writes (src/library/postgres/node.ts).
      await client.unsafe('SELECT pg_advisory_xact_lock(730510118)')
      return async () => {
        await client.unsafe('COMMIT')
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const toNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

/** All rows of these tables, by table; by default of all tables. */
export const readTables = async (
  databaseUrl: string,
  names?: readonly string[],
): Promise<Record<string, unknown[]>> => {
  await using connection = openSql(databaseUrl)
  const tables: Record<string, unknown[]> = {}
  for (const name of names ?? (await connection.tables())) {
    const rows = await connection.query(`SELECT * FROM "${name}"`)
    // PostgreSQL returns rows in no order.
    tables[name] = rows
      .map((row) => [JSON.stringify(row), row] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row)
  }
  return tables
}
