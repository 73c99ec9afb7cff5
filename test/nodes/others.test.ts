import { expect } from 'bun:test'
import { DatabaseBusy } from '../../src/base/errors.ts'
import { labels } from '../../src/library/catalogueSchema.ts'
import { openLibrary } from '../../src/library/open.ts'
import { maxMs } from '../support/bounds.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { concurrentPostgresTest } from '../support/programs.ts'
import { openSql } from '../support/sql.ts'
import { createTestDatabase } from '../support/testDatabase.ts'
import { waitUntil } from './cluster.ts'

const test = fixtureTest(createTestDatabase, concurrentPostgresTest)

// What nodes do to each other.

test('of several nodes that start with an empty database at once, one creates the library', async (database) => {
  const libraries = await Promise.all(Array.from({ length: 4 }, () => openLibrary(database.url)))
  expect(libraries.filter(({ created }) => created)).toHaveLength(1)
  for (const [index, library] of libraries.entries()) await library.write(async (tx) => createLabel(tx, `${index}`))
  await using sql = openSql(database.url)
  expect(await sql.query('SELECT count(*) AS count FROM library_state')).toEqual([{ count: 1 }])
  expect((await sql.query('SELECT name FROM labels ORDER BY id')).map(({ name }) => name)).toEqual(['0', '1', '2', '3'])
  await Promise.all(libraries.map((library) => library.close()))
})

const stoppedWriter = new URL('stoppedWriter.ts', import.meta.url).pathname

/** Starts a process that stops in the middle of a write, and waits until it has stopped. */
const stopInWrite = async (url: string) => {
  const child = Bun.spawn([process.execPath, stoppedWriter, url], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = child.stdout.getReader()
  expect(new TextDecoder().decode((await output.read()).value)).toBe('stopping\n')
  return { child, nextLine: async () => new TextDecoder().decode((await output.read()).value) }
}

const isWaitingForLock = async (database: { url: string }) => {
  await using sql = openSql(database.url)
  const waiting = await sql.query(`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`)
  return waiting.length > 0
}

const listLabels = async (database: { url: string }) => {
  await using sql = openSql(database.url)
  return (await sql.query('SELECT name FROM labels ORDER BY id')).map(({ name }) => name)
}

test('a node that stops in the middle of a write makes other writes wait, and no read; its write is complete when it goes on', async (database) => {
  const library = await openLibrary(database.url)
  const { child, nextLine } = await stopInWrite(database.url)
  const write = library.write(async (tx) => createLabel(tx, 'next'))
  await waitUntil(() => isWaitingForLock(database))
  expect(await library.read.select().from(labels)).toEqual([])
  expect(await library.snapshot((read) => read.select().from(labels))).toEqual([])
  child.kill('SIGCONT')
  expect(await nextLine()).toBe('committed\n')
  await write
  expect(await listLabels(database)).toEqual(['before', 'after', 'next'])
  await library.close()
  await child.exited
})

test('a node that stays stopped loses its write before those of others are rejected, and is told so', async (database) => {
  const library = await openLibrary(database.url)
  const { child, nextLine } = await stopInWrite(database.url)
  const start = performance.now()
  await library.write(async (tx) => createLabel(tx, 'next'))
  expect(performance.now() - start).toBeLessThan(maxMs(5_500))
  child.kill('SIGCONT')
  expect(await nextLine()).toBe('DatabaseUnavailable\n')
  expect(await listLabels(database)).toEqual(['next'])
  await library.close()
  await child.exited
})

test('the table of changes keeps the last 20,000', async (database) => {
  const library = await openLibrary(database.url)
  await using sql = openSql(database.url)
  // The triggers report at most 5,000 changes of one transaction.
  for (let n = 0; n < 6; n++)
    await sql.query(
      "INSERT INTO labels (name, created_at, updated_at) SELECT 'x', created_at, updated_at FROM roles, generate_series(1, 2500)",
    )
  // A node polls before it answers, and deletes by what it has seen.
  await library.catchUp?.()
  await library.write(async (tx) => createLabel(tx, 'x'))
  const [row] = await sql.query('SELECT max(id) - min(id) AS span FROM changed')
  expect(Number(row?.span)).toBeGreaterThanOrEqual(20_000)
  expect(Number(row?.span)).toBeLessThan(20_010)
  await library.close()
})

test('a write that waits for a long one gives up after five seconds', async (database) => {
  const library = await openLibrary(database.url)
  await using sql = openSql(database.url)
  const unlock = await sql.lockWrites()
  const start = performance.now()
  const error = await library.write(async (tx) => createLabel(tx, 'rejected')).catch((error) => error)
  expect(error).toBeInstanceOf(DatabaseBusy)
  expect(performance.now() - start).toBeWithin(4_900, maxMs(8_000))
  await unlock()
  await library.write(async (tx) => createLabel(tx, 'next'))
  expect(await listLabels(database)).toEqual(['next'])
  await library.close()
})

test('a node whose clock is behind stores instants after those of others', async (database) => {
  const library = await openLibrary(database.url)
  await library.write(async (tx) => createLabel(tx, 'first'))
  await using sql = openSql(database.url)
  // As if another node, whose clock is ahead, had committed. This process follows it, so it is ahead only for this test.
  const ahead = new Date(Date.now() + 1_000).toISOString().replace('Z', '000Z')
  await sql.query("INSERT INTO nodes (id, name, commits, last_instant) VALUES ('other', 'other', 1, ?)", ahead)
  for (const name of ['a', 'b']) await library.write(async (tx) => createLabel(tx, name))
  const instants = (await sql.query('SELECT created_at FROM labels ORDER BY id')).map(({ created_at }) => created_at)
  expect(instants[0] < ahead).toBe(true)
  expect(instants[1] > ahead).toBe(true)
  expect(instants[2] > instants[1]).toBe(true)
  await waitUntil(() => Date.now() > Date.parse(ahead))
  await library.close()
})
