import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { dummyHash } from '../../src/accounts/passwords.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { openConnection } from './postgres/emptyLibraries.ts'

// What the migration makes of accounts that are older than the column.

const stamp = "'2026-01-02T03:04:05.678901Z'"

const insertAccounts = `INSERT INTO users (id, name, email, password, role_id, created_at, updated_at) VALUES ${[
  ['admin', 'x', 1],
  ['user', 'x', 2],
  ['admin-of-groups', dummyHash, 1],
  ['user-of-proxy', dummyHash, 2],
]
  .map(([name, hash, role], index) => `(${index + 1}, '${name}', '${name}@x', '${hash}', ${role}, ${stamp}, ${stamp})`)
  .join()}`

const selectAccounts = 'SELECT name, email_set_by FROM users ORDER BY id'

const expected = [
  { name: 'admin', email_set_by: 'admin' },
  { name: 'user', email_set_by: 'account' },
  { name: 'admin-of-groups', email_set_by: 'admin' },
  { name: 'user-of-proxy', email_set_by: 'proxy' },
]

/** The migrations before that of the column, and the others. */
const split = <Migration extends { name: string; sql: string }>(all: readonly Migration[]) => {
  const index = all.findIndex(({ name }) => name.endsWith('_email_set_by'))
  return [all.slice(0, index), all.slice(index)].map((part) => part.map(({ sql }) => sql)) as [string[], string[]]
}

bunTest(
  'in a file, earlier accounts count as having set their address, but for admins and those without a password',
  () => {
    using client = new Sqlite(':memory:')
    const [before, after] = split(migrations)
    for (const sql of [...before, insertAccounts, ...after]) client.run(sql)
    expect(client.query(selectAccounts).all()).toEqual(expected)
  },
)

postgresTest('on PostgreSQL they do, too', async () => {
  await using database = await createTestDatabase()
  await using connection = openConnection(database.url)
  const [before, after] = split(postgresMigrations)
  await connection.run(`BEGIN; ${before.join('\n')}; COMMIT`)
  await connection.run(insertAccounts)
  await connection.run(`BEGIN; ${after.join('\n')}; COMMIT`)
  expect(await connection.run(selectAccounts)).toEqual(expected)
})
