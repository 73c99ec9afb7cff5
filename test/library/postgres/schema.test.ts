import { test as bunTest, expect } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { migrations } from '../../../migrations/index.ts'
import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import * as accountSchema from '../../../src/library/accountSchema.ts'
import * as auditSchema from '../../../src/library/auditSchema.ts'
import * as catalogueSchema from '../../../src/library/catalogueSchema.ts'
import * as cleanupSchema from '../../../src/library/cleanupSchema.ts'
import { libraryTables } from '../../../src/library/libraryTables.ts'
import * as likeSchema from '../../../src/library/likeSchema.ts'
import * as searchSchema from '../../../src/library/searchSchema.ts'
import * as seedSchema from '../../../src/library/seedSchema.ts'
import { createTestDatabase, sharedPostgres } from '../../support/testDatabase.ts'
import { describePostgres, describeSqlite } from './describeTables.ts'
import { createSqliteLibrary, migratePostgres, openConnection, postgresLibraryTest as test } from './emptyLibraries.ts'

const schemas = {
  ...accountSchema,
  ...catalogueSchema,
  ...likeSchema,
  ...auditSchema,
  ...searchSchema,
  ...seedSchema,
  ...cleanupSchema,
}
const tables = Object.values(schemas).filter((value) => is(value, SQLiteTable))
const names = tables.map((table) => getTableName(table))

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

test('the columns are those of the schemas in TypeScript, and texts are compared by their bytes', async (library) => {
  for (const table of tables) {
    const columns = await library.run(`SELECT column_name AS name, data_type AS type, collation_name AS collation
    FROM information_schema.columns WHERE table_name = '${getTableName(table)}' ORDER BY ordinal_position`)
    expect(columns.map(({ name }) => String(name)).toSorted()).toEqual(Object.keys(getTableColumns(table)).toSorted())
    for (const { type, collation } of columns) expect(collation).toBe(type === 'text' ? 'C' : null)
  }
})

test('every table takes the lock of all writes', async (library) => {
  const locked = await library.run(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'lock_library'`,
  )
  expect(locked.map(({ name }) => String(name)).sort()).toEqual([...libraryTables].sort())
})

const instant = '2026-01-02T03:04:05.678901Z'
const stamps = `'${instant}', '${instant}'`

/** Statements with values at both sides of a constraint. */
const statements = [
  ...[0, 1, 100, 101, 255, 256].flatMap((length) => {
    const [text, wide] = [`'${'x'.repeat(length)}'`, `'${'𝄞'.repeat(length)}'`]
    return [
      `labels (name, created_at, updated_at) VALUES (${text}, ${stamps})`,
      `labels (name, created_at, updated_at) VALUES (${wide}, ${stamps})`,
      `genres (name, created_at, updated_at) VALUES (${text}, ${stamps})`,
      `artists (name, created_at, updated_at) VALUES (${wide}, ${stamps})`,
      `artists (name, cover_path, created_at, updated_at) VALUES ('x', ${text}, ${stamps})`,
      `albums (title, created_at, updated_at) VALUES (${text}, ${stamps})`,
      `albums (title, cover_path, created_at, updated_at) VALUES ('x', ${text}, ${stamps})`,
      `tracks (title, file_path, created_at, updated_at) VALUES (${wide}, 'x', ${stamps})`,
      `tracks (title, file_path, created_at, updated_at) VALUES ('x', ${wide}, ${stamps})`,
      `users (name, email, password, role_id, created_at, updated_at) VALUES (${text}, 'e${length}', 'x', 1, ${stamps})`,
      `users (name, email, password, role_id, created_at, updated_at) VALUES ('x', ${text}, 'x', 1, ${stamps})`,
    ]
  }),
  ...[-1, 0, 2_147_483_647, 2_147_483_648].flatMap((duration) => [
    `artists (name, duration, created_at, updated_at) VALUES ('x', ${duration}, ${stamps})`,
    `albums (title, duration_seconds, created_at, updated_at) VALUES ('x', ${duration}, ${stamps})`,
    `tracks (title, file_path, duration_seconds, created_at, updated_at) VALUES ('x', 'x', ${duration}, ${stamps})`,
    `invitations (hash, uses, expires_at, created_at) VALUES ('${String(duration).padEnd(64, 'a').replace('-', 'b')}', ${duration}, ${stamps})`,
  ]),
  ...['2026-01-02', instant.toLowerCase(), `${instant} `, `x${instant}`, '', '2026-01-02 03:04:05.678901Z'].flatMap(
    (time) => [
      `labels (name, created_at, updated_at) VALUES ('x', '${time}', '${instant}')`,
      `labels (name, created_at, updated_at) VALUES ('x', '${instant}', '${time}')`,
      `albums (title, release_date, created_at, updated_at) VALUES ('x', '${time}', ${stamps})`,
      `tokens (user_id, hash, created_at, last_used_at) VALUES (1, '${Bun.hash(time).toString(16).padStart(64, 'a')}', '${instant}', '${time}')`,
      `audit (created_at, source, action) VALUES ('${time}', 'cli', 'x')`,
      `setup_codes (hash, expires_at) VALUES ('${'a'.repeat(64)}', '${time}')`,
    ],
  ),
  ...['a'.repeat(63), 'a'.repeat(64), 'A'.repeat(64), 'g'.repeat(64), `${'0'.repeat(63)}é`].map(
    (hash) => `tokens (user_id, hash, created_at) VALUES (1, '${hash}', '${instant}')`,
  ),
  ...['album', 'single', 'ep', 'EP', 'lp', ''].map(
    (type) => `albums (title, type, created_at, updated_at) VALUES ('x', '${type}', ${stamps})`,
  ),
  `labels (created_at, updated_at) VALUES (${stamps})`,
  `albums (title, label_id, created_at, updated_at) VALUES ('x', 999, ${stamps})`,
  `likes (user_id, track_id, created_at) VALUES (1, 999, '${instant}')`,
  `users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'Ä@b.co', 'x', 1, ${stamps})`,
  `users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'ä@b.co', 'x', 1, ${stamps})`,
  `users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'A@B.CO', 'x', 1, ${stamps})`,
  `users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'y@b.co', 'x', 9, ${stamps})`,
].map((rest) => `INSERT INTO ${rest}`)

const firstUser = `INSERT INTO users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'a@b.co', 'x', 1, ${stamps})`

const rejects = async (run: () => unknown): Promise<boolean> => {
  try {
    await run()
    return false
  } catch {
    return true
  }
}

test('PostgreSQL rejects what a file rejects, and nothing else', async (library) => {
  using file = createSqliteLibrary()
  file.run(firstUser)
  await library.run(firstUser)
  const rejected: { statement: string; byFile: boolean; byPostgres: boolean }[] = []
  for (const statement of statements) {
    const byFile = await rejects(() => file.run(statement))
    rejected.push({ statement, byFile, byPostgres: await rejects(() => library.run(statement)) })
  }
  expect(rejected.filter(({ byFile, byPostgres }) => byFile !== byPostgres)).toEqual([])
  expect(rejected.filter(({ byFile }) => byFile).length).toBeGreaterThan(40)
})

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

test('foreign keys of a table that grows in one transaction are checked with its index', async (library) => {
  const insertTracks = (first: number, last: number) =>
    `INSERT INTO tracks (id, title, file_path, created_at, updated_at) SELECT n, 'x', 'y', ${stamps} FROM generate_series(${first}, ${last}) AS n;
  INSERT INTO artist_track SELECT n, 1, ${stamps} FROM generate_series(${first}, ${last}) AS n;`
  await library.run(
    `INSERT INTO artists (id, name, created_at, updated_at) VALUES (1, 'x', ${stamps}); ${insertTracks(1, 10)}`,
  )
  // As autovacuum does. From the sixth row on, PostgreSQL keeps the plan, which is that for a small table.
  await library.run('ANALYZE tracks')
  await library.run(insertTracks(11, 20))
  await library.run('BEGIN')
  for (let page = 0; page < 5; page++) await library.run(insertTracks(100 + page * 1_000, 1_099 + page * 1_000))
  const [statistics] = await library.run(
    "SELECT seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relname = 'tracks'",
  )
  await library.run('COMMIT')
  // To read the table for each row would be more than ten million.
  expect(Number(statistics?.rows)).toBeLessThan(1_000_000)
})
