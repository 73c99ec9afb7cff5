import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { deleteTokens, recordTokenUses, trackedTables } from '../../src/accounts/tokens.ts'
import { createTokenUsage } from '../../src/accounts/tokenUsage.ts'
import { identifyNobody } from '../../src/http/client.ts'
import { createMusicLibrary } from '../../src/index.ts'
import type { Change } from '../../src/library/changes.ts'
import { now } from '../../src/library/clock.ts'
import { openLibrary } from '../../src/library/open.ts'
import { client } from '../support/client.ts'
import { newDatabase } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

/** An interval in milliseconds that does not end during a test. */
const longInterval = 600_000

const quickly = { tokenUsageIntervals: { flushInterval: 10, resolution: longInterval } }

/** Opens the file of a library with a connection of its own. */
const openFile = (path: string) => {
  const connection = new Sqlite(path)
  const lastUses = () =>
    connection.query<{ at: string | null }, []>('select last_used_at at from tokens order by id').values().flat()
  // Differs after another connection has committed.
  const dataVersion = () => connection.query<{ data_version: number }, []>('pragma data_version').get()?.data_version
  return { connection, lastUses, dataVersion, [Symbol.dispose]: () => connection.close() }
}

const useForAWhile = async ({ user }: TestLibrary) => {
  const start = performance.now()
  while (performance.now() - start < 200) expect((await user.get('/me')).status).toBe(200)
}

/** Waits until a condition is true, at most for the timeout of the test. */
const waitUntil = async (condition: () => unknown) => {
  while (!(await condition())) await Bun.sleep(5)
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

test('no request writes the use of its token itself', async () => {
  await using library = await startTestLibrary()
  using file = openFile(library.file)
  const before = file.dataVersion()
  for (let n = 0; n < 20; n++) expect((await library.user.get('/labels')).status).toBe(200)
  expect(file.dataVersion()).toBe(before)
})

test('the use of a token is recorded once in each interval', async () => {
  await using library = await startTestLibrary(quickly)
  using file = openFile(library.file)
  await library.user.get('/me')
  await waitUntil(() => file.lastUses()[1])
  const [, first] = file.lastUses()
  await library.user.get('/me')
  await library.admin.get('/me')
  await waitUntil(() => file.lastUses()[0])
  expect(file.lastUses()[1]).toBe(first as string)

  await using shortInterval = await startTestLibrary({ tokenUsageIntervals: { flushInterval: 10, resolution: 10 } })
  using otherFile = openFile(shortInterval.file)
  await shortInterval.user.get('/me')
  await waitUntil(() => otherFile.lastUses()[1])
  const [, earlier] = otherFile.lastUses()
  await waitUntil(async () => (await shortInterval.user.get('/me')) && otherFile.lastUses()[1] !== earlier)
  expect(String(otherFile.lastUses()[1]) > String(earlier)).toBe(true)
})

test('the recorded time is that of the use, and not that of its write', async () => {
  await using library = await startTestLibrary({
    tokenUsageIntervals: { flushInterval: 500, resolution: longInterval },
  })
  using file = openFile(library.file)
  const before = now()
  await library.user.get('/me')
  const after = now()
  await waitUntil(() => file.lastUses()[1])
  const time = String(file.lastUses()[1])
  expect(time > before && time < after).toBe(true)
})

test('uses that are not yet recorded are written when the server stops', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }
  const library = await createMusicLibrary({ database, listen: true })
  const { url = '' } = library
  const { body } = await client(url).post('/register', { ...account, password_confirmation: account.password })
  await client(url).post('/login', account)
  await client(url, body.token).get('/me')
  await library.close()
  using file = openFile(database)
  // The token of the login was never used.
  expect(file.lastUses()).toEqual([timestamp, null])
})

test('while another program locks the file, requests are served; the uses are written afterwards', async () => {
  await using library = await startTestLibrary(quickly)
  using file = openFile(library.file)
  file.connection.run('begin immediate')
  await useForAWhile(library)
  expect(file.lastUses()).toEqual([null, null])
  file.connection.run('rollback')
  await waitUntil(() => file.lastUses()[1])
})

test('uses that cannot be written are dropped, and the next use is recorded', async () => {
  await using library = await startTestLibrary(quickly)
  using file = openFile(library.file)
  file.connection.run(
    "create trigger reject_updates before update on tokens begin select raise(fail, 'database or disk is full'); end",
  )
  await useForAWhile(library)
  expect(file.lastUses()).toEqual([null, null])
  file.connection.run('drop trigger reject_updates')
  await waitUntil(async () => (await library.user.get('/me')) && file.lastUses()[1])
})

const createdAt = '2026-01-02T03:04:05.678901Z'

/** Inserts a user with `count` tokens. */
const insertTokens = (file: string, count: number) => {
  const client = new Sqlite(file)
  client.run(`insert into users (name, email, password, role_id, created_at, updated_at)
    values ('x', 'a@b.co', 'x', 1, '${createdAt}', '${createdAt}')`)
  client.run(`with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    insert into tokens (user_id, hash, created_at) select 1, lower(hex(randomblob(32))), '${createdAt}' from numbers`)
  client.close()
}

const user = { id: 1, name: 'x', email: 'a@b.co', role_id: 1, created_at: createdAt, updated_at: createdAt }
const callerWith = (token_id: number) => ({
  token_id,
  read_only: false,
  life: { ends_at: Number.POSITIVE_INFINITY, last_used_at: 0 },
  user: { ...user, role: { id: 1, name: 'admin', created_at: createdAt, updated_at: createdAt } },
})

test('when the disk is full, stopping drops the uses without an error', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await (await openLibrary(path)).close()
  insertTokens(path, 500)
  const database = await openLibrary(path, { maxPages: 1 })
  const usage = createTokenUsage(database, identifyNobody, { flushInterval: longInterval, resolution: longInterval })
  for (let id = 1; id <= 500; id++) usage.record(callerWith(id), new Request('http://localhost'))
  await usage.stop()
  await database.close()
  using file = openFile(path)
  expect(new Set(file.lastUses())).toEqual(new Set([null]))
})

test('a reset drops the uses that are collected, and those that wait to be written', async () => {
  await using database = await newDatabase()
  insertTokens(database.path, 2)
  const usage = createTokenUsage(database, identifyNobody, { flushInterval: 0, resolution: longInterval })
  const held = Promise.withResolvers<void>()
  const write = database.write(async () => held.promise)
  usage.record(callerWith(1), new Request('http://localhost'))
  const stopped = usage.stop()
  usage.record(callerWith(2), new Request('http://localhost'))
  usage.reset()
  held.resolve()
  await Promise.all([write, stopped, usage.stop()])
  using file = openFile(database.path)
  expect(file.lastUses()).toEqual([null, null])
})

test('when 10,000 uses are waiting, they are written before the interval ends', async () => {
  await using database = await newDatabase()
  insertTokens(database.path, 10_500)
  const usage = createTokenUsage(database, identifyNobody, { flushInterval: longInterval, resolution: longInterval })
  for (let id = 1; id <= 10_500; id++) usage.record(callerWith(id), new Request('http://localhost'))
  using file = openFile(database.path)
  await waitUntil(() => file.lastUses().filter((at) => at !== null).length >= 10_000)
  await usage.stop()
  expect(file.lastUses().filter((at) => at === null)).toEqual([])
})

test('a write of token uses reports no change to the cache; a revocation reports one for each token', async () => {
  await using database = await newDatabase()
  insertTokens(database.path, 2)
  const committed: Change[] = []
  database.onCommit(trackedTables, {
    onCommit: (changes) => void committed.push(...changes),
    onError: (error) => {
      throw error
    },
  })
  await database.write((tx) =>
    recordTokenUses(
      tx,
      [1, 2].map((id) => ({ id, last_used_at: tx.now, address: null, program: null })),
    ),
  )
  expect(committed).toEqual([])
  await database.write((tx) => deleteTokens(tx, 1))
  expect(committed.map(({ kind }) => kind)).toEqual(['tokens', 'tokens'])
})
