import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { dummyHash } from '../../src/accounts/passwords.ts'
import { roles } from '../../src/library/accountSchema.ts'
import { openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { openConnection } from './postgres/emptyLibraries.ts'

// What migrations make of the rows that a library has from before.

interface Case {
  name: string
  /** How the name of the migration ends. */
  migration: string
  rows: string[]
  /** What is selected after it, and after all that follow. */
  expected: Record<string, object[]>
}

const monthStamp = (month: number) => `2025-0${month}-02T03:04:05.678901Z`
const stamp = (microseconds: string) => `2025-01-02T03:04:05.678${microseconds}Z`

const setRoles = `UPDATE roles SET created_at = '${monthStamp(1)}'`
const insertEntries = `INSERT INTO audit (created_at, source, action) VALUES
  ('${monthStamp(2)}', 'cli', 'login'), ('${monthStamp(9)}', 'cli', 'login'), ('${monthStamp(4)}', 'cli', 'login')`
const insertUse = `INSERT INTO users (name, email, password, role_id, created_at, updated_at)
    VALUES ('x', 'a@b.co', 'x', 1, '${monthStamp(1)}', '${monthStamp(1)}');
  INSERT INTO tokens (user_id, hash, created_at, last_used_at)
    VALUES (1, '${'a'.repeat(64)}', '${monthStamp(1)}', '${monthStamp(5)}')`

const beginClockAt = (name: string, month: number, ...rows: string[]): Case => ({
  name: `the clock of cleanups begins at ${name}`,
  migration: '_cleanup_clock',
  rows,
  expected: { 'SELECT * FROM cleanup_clock': [{ instant: monthStamp(month) }] },
})

const insertAccounts = `INSERT INTO users (id, name, email, password, role_id, created_at, updated_at) VALUES ${[
  ['admin', 'x', 1],
  ['user', 'x', 2],
  ['admin-of-groups', dummyHash, 1],
  ['user-of-proxy', dummyHash, 2],
]
  .map(
    ([name, hash, role], n) =>
      `(${n + 1}, '${name}', '${name}@x', '${hash}', ${role}, '${stamp('901')}', '${stamp('901')}')`,
  )
  .join()}`

const [code, invitation, expires] = ['a'.repeat(64), 'b'.repeat(64), '2030-01-02T03:04:05.678901Z']

const cases: Case[] = [
  {
    name: 'the roles of earlier versions are mended, and those that were updated later stay',
    migration: '_role_stamps',
    rows: [
      `UPDATE roles SET created_at = '${stamp('901')}',
        updated_at = CASE name WHEN 'admin' THEN '${stamp('000')}' ELSE '${stamp('999')}' END`,
    ],
    expected: {
      'SELECT name, created_at, updated_at FROM roles ORDER BY id': [
        { name: 'admin', created_at: stamp('901'), updated_at: stamp('901') },
        { name: 'user', created_at: stamp('901'), updated_at: stamp('999') },
      ],
    },
  },
  beginClockAt('its creation, without anything later', 1, setRoles),
  beginClockAt('its newest entry, also where the clock was set back before', 4, setRoles, insertEntries),
  beginClockAt('the last use of a token', 5, setRoles, insertEntries, insertUse),
  {
    name: 'accounts count as having set their address, but for admins and those without a password',
    migration: '_email_set_by',
    rows: [insertAccounts],
    expected: {
      'SELECT name, email_set_by FROM users ORDER BY id': [
        { name: 'admin', email_set_by: 'admin' },
        { name: 'user', email_set_by: 'account' },
        { name: 'admin-of-groups', email_set_by: 'admin' },
        { name: 'user-of-proxy', email_set_by: 'proxy' },
      ],
    },
  },
  {
    name: 'setup codes, which were invitations with negative ids, move into their table, and invitations stay',
    migration: '_setup_codes',
    rows: [
      `INSERT INTO invitations (id, hash, uses, expires_at, created_at) VALUES
        (-1, '${code}', 0, '${expires}', '${stamp('901')}'), (1, '${invitation}', 2, '${expires}', '${stamp('901')}')`,
    ],
    expected: {
      'SELECT hash, expires_at FROM setup_codes': [{ hash: code, expires_at: expires }],
      'SELECT id, hash FROM invitations': [{ id: 1, hash: invitation }],
    },
  },
]

/** The SQL of the migrations before one, and of it and those that follow. */
const split = (
  all: readonly { name: string; sql: string }[],
  migration: string,
): [before: string[], after: string[]] => {
  const index = all.findIndex(({ name }) => name.endsWith(migration))
  const sql = all.map((one) => one.sql)
  return [sql.slice(0, index), sql.slice(index)]
}

for (const { name, migration, rows, expected } of cases) {
  test(`in a file, ${name}`, () => {
    using client = new Sqlite(':memory:')
    const [before, after] = split(migrations, migration)
    for (const sql of [...before, ...rows, ...after]) client.run(sql)
    for (const [query, found] of Object.entries(expected)) expect(client.query(query).all()).toEqual(found)
  })

  postgresTest(`on PostgreSQL, ${name}`, async () => {
    await using database = await createTestDatabase()
    await using connection = openConnection(database.url)
    const [before, after] = split(postgresMigrations, migration)
    await connection.run(`BEGIN; ${before.join('\n')}; COMMIT`)
    for (const sql of rows) await connection.run(sql)
    await connection.run(`BEGIN; ${after.join('\n')}; COMMIT`)
    for (const [query, found] of Object.entries(expected))
      expect(await connection.run(query)).toEqual(found as Record<string, unknown>[])
  })
}

const expectEqualStamps = async (url: string) => {
  const library = await openLibrary(url)
  const stamps = await library.read.select().from(roles)
  await library.close()
  expect(stamps.filter(({ updated_at, created_at }) => updated_at === created_at)).toHaveLength(2)
}

test.each([':memory:', 'library.db'])('the roles of a new library in %s were never updated', async (name) => {
  using folder = emptyFolder()
  await expectEqualStamps(name === ':memory:' ? name : `${folder.path}/${name}`)
})

postgresTest('nor were those of one on PostgreSQL', async () => {
  await using database = await createTestDatabase()
  await expectEqualStamps(database.url)
})
