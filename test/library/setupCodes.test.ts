import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { openConnection } from './postgres/emptyLibraries.ts'

// What the migration makes of codes that were invitations with negative ids.

const [code, invitation] = ['a'.repeat(64), 'b'.repeat(64)]
const [expires, created] = ['2030-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678901Z']

const insertBefore = `INSERT INTO invitations (id, hash, uses, expires_at, created_at) VALUES
  (-1, '${code}', 0, '${expires}', '${created}'), (1, '${invitation}', 2, '${expires}', '${created}')`

const selectCodes = 'SELECT hash, expires_at FROM setup_codes'
const selectInvitations = 'SELECT id, hash FROM invitations'

/** The migrations before that of the codes, and the others. */
const split = <Migration extends { name: string; sql: string }>(all: readonly Migration[]) => {
  const index = all.findIndex(({ name }) => name.endsWith('_setup_codes'))
  return [all.slice(0, index), all.slice(index)].map((part) => part.map(({ sql }) => sql)) as [string[], string[]]
}

bunTest('in a file, as a backup of PostgreSQL, codes move into their table, and invitations stay', () => {
  using client = new Sqlite(':memory:')
  const [before, after] = split(migrations)
  for (const sql of [...before, insertBefore, ...after]) client.run(sql)
  expect(client.query(selectCodes).all()).toEqual([{ hash: code, expires_at: expires }])
  expect(client.query(selectInvitations).all()).toEqual([{ id: 1, hash: invitation }])
})

postgresTest('on PostgreSQL they do, too', async () => {
  await using database = await createTestDatabase()
  await using connection = openConnection(database.url)
  const [before, after] = split(postgresMigrations)
  await connection.run(`BEGIN; ${before.join('\n')}; COMMIT`)
  await connection.run(insertBefore)
  await connection.run(`BEGIN; ${after.join('\n')}; COMMIT`)
  expect(await connection.run(selectCodes)).toEqual([{ hash: code, expires_at: expires }])
  expect(await connection.run(selectInvitations)).toEqual([{ id: 1, hash: invitation }])
})
