import { test as bunTest, expect } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import { libraryTables } from '../../../src/library/libraryTables.ts'
import { createTestDatabase, sharedPostgres } from '../../support/testDatabase.ts'
import { describePostgres, describeSqlite } from './describeTables.ts'
import { createSqliteLibrary, migratePostgres, openConnection, postgresLibraryTest as test } from './emptyLibraries.ts'

/** Those that the program writes, and those that triggers write with them. */
const names = [...libraryTables, 'folded_names', 'folded_letters']

const folder = join(import.meta.dir, '../../../migrations/postgres')

bunTest(
  'the program contains every file of the migrations of PostgreSQL, and both engines have the same schema',
  () => {
    const all = postgresMigrations.map(({ sql }) => sql).join('\n')
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    for (const name of files) expect(all).toContain(readFileSync(join(folder, name), 'utf8'))
    expect(postgresMigrations.at(-1)?.schema).toBe(migrations.length)
  },
)

test('PostgreSQL has the tables of a file, with the same columns, keys, indexes and constraints', async (library) => {
  using file = createSqliteLibrary()
  expect(await describePostgres(library, names)).toEqual(describeSqlite(file, names))
})

test('texts are compared by their bytes', async (library) => {
  const columns = await library.run(`SELECT data_type AS type, collation_name AS collation
    FROM information_schema.columns WHERE table_name IN (${names.map((name) => `'${name}'`).join()})`)
  expect(columns.length).toBeGreaterThan(50)
  for (const { type, collation } of columns) expect(collation).toBe(type === 'text' ? 'C' : null)
})

test('every table takes the lock of all writes', async (library) => {
  const locked = await library.run(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'lock_library'`,
  )
  expect(locked.map(({ name }) => String(name)).sort()).toEqual([...libraryTables].sort())
})

const instant = '2026-01-02T03:04:05.678901Z'
const stamps = `'${instant}', '${instant}'`

test('an ordinary role that owns the database creates the library, whatever its language is', async () => {
  const postgres = await sharedPostgres()
  await using database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const role = `owner_of_${name}`
  await postgres.query(`CREATE ROLE "${role}" LOGIN`)
  // Letters and their order are those of English here, where they are not given for a column.
  await postgres.query(`DROP DATABASE "${name}"`)
  await postgres.query(
    `CREATE DATABASE "${name}" OWNER "${role}" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C.UTF-8'`,
  )
  const url = new URL(database.url)
  url.username = role
  {
    await using connection = openConnection(url.href)
    await migratePostgres(connection)
    await connection.run(
      `INSERT INTO labels (name, created_at, updated_at) VALUES ('ΑΣ ẞ I', ${stamps}), ('b', ${stamps}), ('A', ${stamps})`,
    )
    using file = createSqliteLibrary()
    file.run(
      `INSERT INTO labels (name, created_at, updated_at) VALUES ('ΑΣ ẞ I', ${stamps}), ('b', ${stamps}), ('A', ${stamps})`,
    )
    for (const query of [
      'SELECT folded FROM folded_names ORDER BY folded',
      'SELECT name, lower(name) AS small FROM labels ORDER BY name',
    ])
      expect(await connection.run(query)).toEqual(file.query(query).all() as Record<string, unknown>[])
  }
  await postgres.query(`DROP DATABASE "${name}"`)
  await postgres.query(`DROP ROLE "${role}"`)
  await postgres.query(`CREATE DATABASE "${name}"`)
})
