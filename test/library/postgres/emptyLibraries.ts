import { Database as Sqlite } from 'bun:sqlite'
import { SQL } from 'bun'
import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import { migrate } from '../../../src/library/file/migrate.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { postgresTest } from '../../support/programs.ts'
import { createTestDatabase, sharedPostgres } from '../../support/testDatabase.ts'

// The tables of empty libraries, without the program that writes them.

type Row = Record<string, unknown>

/** One connection to a database of PostgreSQL. */
export interface Connection {
  /** Runs one statement or several. @returns the rows of the last one; numbers are numbers, whatever their type is */
  run(text: string): Promise<Row[]>
}

const toNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

/** Opens a connection that is closed when it is disposed of. */
export const openConnection = (url: string): Connection & AsyncDisposable => {
  const sql = new SQL(url, { max: 1, bigint: true, connection: { client_min_messages: 'error' } })
  return {
    run: async (text) => {
      const result = await sql.unsafe(text).simple()
      const rows: Row[] = Array.isArray(result[0]) ? (result.at(-1) ?? []) : result
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)])))
    },
    [Symbol.asyncDispose]: () => sql.close(),
  }
}

/** Runs the migrations of PostgreSQL, in one transaction. */
export const migratePostgres = async ({ run }: Connection): Promise<void> => {
  await run(`BEGIN; ${postgresMigrations.map(({ sql }) => sql).join('\n')}; COMMIT`)
}

/** Creates what each new library is copied from, in a fifth of the time that the migrations take. */
const createTemplate = async () => {
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase()
  await using connection = openConnection(postgres.url(name))
  await migratePostgres(connection)
  return name
}

let template: Promise<string> | undefined

/** Creates an empty library in a database of PostgreSQL. */
const createPostgresLibrary = async (): Promise<Connection & { url: string } & AsyncDisposable> => {
  template ??= createTemplate()
  const database = await createTestDatabase(await template)
  const connection = openConnection(database.url)
  return {
    ...connection,
    url: database.url,
    [Symbol.asyncDispose]: async () => {
      await connection[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** A test with an empty library in a database of PostgreSQL. */
export const postgresLibraryTest = fixtureTest(createPostgresLibrary, postgresTest)

/** Creates an empty library of SQLite in memory. */
export const createSqliteLibrary = (): Sqlite => {
  const client = new Sqlite(':memory:')
  client.run('PRAGMA foreign_keys = ON')
  migrate(client)
  return client
}
