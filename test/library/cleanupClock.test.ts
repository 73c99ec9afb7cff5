import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { openConnection } from './postgres/emptyLibraries.ts'

// Where the migration sets the clock of cleanups of a library from before.

const stamp = (month: number) => `2025-0${month}-02T03:04:05.678901Z`

const setRoles = `UPDATE roles SET created_at = '${stamp(1)}'`
const insertEntries = `INSERT INTO audit (created_at, source, action) VALUES
  ('${stamp(2)}', 'cli', 'login'), ('${stamp(9)}', 'cli', 'login'), ('${stamp(4)}', 'cli', 'login')`
const insertUse = `INSERT INTO users (name, email, password, role_id, created_at, updated_at)
    VALUES ('x', 'a@b.co', 'x', 1, '${stamp(1)}', '${stamp(1)}');
  INSERT INTO tokens (user_id, hash, created_at, last_used_at) VALUES (1, '${'a'.repeat(64)}', '${stamp(1)}', '${stamp(5)}')`

const cases: [name: string, before: string[], month: number][] = [
  ['its creation, without anything later', [setRoles], 1],
  ['its newest entry, also where the clock was set back before', [setRoles, insertEntries], 4],
  ['the last use of a token', [setRoles, insertEntries, insertUse], 5],
]

/** The migrations before that of the clock, and the others. */
const split = <Migration extends { name: string; sql: string }>(all: readonly Migration[]) => {
  const index = all.findIndex(({ name }) => name.endsWith('_cleanup_clock'))
  return [all.slice(0, index), all.slice(index)].map((part) => part.map(({ sql }) => sql)) as [string[], string[]]
}

bunTest.each(cases)('in a file from before, the clock of cleanups begins at %s', (_, rows, month) => {
  using client = new Sqlite(':memory:')
  const [before, after] = split(migrations)
  for (const sql of [...before, ...rows, ...after]) client.run(sql)
  expect(client.query('SELECT * FROM cleanup_clock').all()).toEqual([{ instant: stamp(month) }])
})

for (const [name, rows, month] of cases)
  postgresTest(`on PostgreSQL, the clock of cleanups begins at ${name}`, async () => {
    await using database = await createTestDatabase()
    await using connection = openConnection(database.url)
    const [before, after] = split(postgresMigrations)
    await connection.run(`BEGIN; ${before.join('\n')}; COMMIT`)
    for (const sql of rows) await connection.run(sql)
    await connection.run(`BEGIN; ${after.join('\n')}; COMMIT`)
    expect(await connection.run('SELECT * FROM cleanup_clock')).toEqual([{ instant: stamp(month) }])
  })
