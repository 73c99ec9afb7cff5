import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { roles } from '../../src/library/accountSchema.ts'
import { openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { openConnection } from './postgres/emptyLibraries.ts'

const requireEqualStamps = async (url: string) => {
  await using stack = new AsyncDisposableStack()
  const library = await openLibrary(url)
  stack.defer(() => library.close())
  const stamps = await library.read.select().from(roles)
  expect(stamps.map(({ name, updated_at, created_at }) => [name, updated_at === created_at])).toEqual([
    ['admin', true],
    ['user', true],
  ])
}

bunTest('the roles of a new library were never updated', async () => {
  using folder = emptyFolder()
  await requireEqualStamps(`${folder.path}/library.db`)
  await requireEqualStamps(':memory:')
})

postgresTest('nor were those of one on PostgreSQL', async () => {
  await using database = await createTestDatabase()
  await requireEqualStamps(database.url)
})

const stamp = (microseconds: string) => `2025-01-02T03:04:05.678${microseconds}Z`

/** The roles as earlier versions have made them, and one that was updated later. */
const setRoles = `UPDATE roles SET created_at = '${stamp('901')}',
  updated_at = CASE name WHEN 'admin' THEN '${stamp('000')}' ELSE '${stamp('999')}' END`
const selectRoles = 'SELECT name, created_at, updated_at FROM roles ORDER BY id'
const mended = [
  { name: 'admin', created_at: stamp('901'), updated_at: stamp('901') },
  { name: 'user', created_at: stamp('901'), updated_at: stamp('999') },
]

const roleStampsOf = (all: readonly { name: string; sql: string }[]) =>
  all.find(({ name }) => name === '0014_role_stamps')
const before = (all: readonly { name: string; sql: string }[]) =>
  all.filter(({ name }) => name < '0014').map(({ sql }) => sql)

bunTest('the upgrade of a file mends its roles, and leaves what its id follows from', () => {
  using client = new Sqlite(':memory:')
  for (const sql of [...before(migrations), setRoles, roleStampsOf(migrations)?.sql ?? '']) client.run(sql)
  expect(client.query(selectRoles).all()).toEqual(mended)
})

postgresTest('so does the upgrade of a library on PostgreSQL', async () => {
  await using database = await createTestDatabase()
  await using connection = openConnection(database.url)
  await connection.run(`BEGIN; ${before(postgresMigrations).join('\n')}; COMMIT`)
  await connection.run(setRoles)
  await connection.run(roleStampsOf(postgresMigrations)?.sql ?? '')
  expect(await connection.run(selectRoles)).toEqual(mended)
})
