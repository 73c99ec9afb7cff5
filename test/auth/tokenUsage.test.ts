import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { recordTokenUses, revokeTokens, trackedTables } from '../../src/auth/tokens.ts'
import { createTokenUsage } from '../../src/auth/tokenUsage.ts'
import type { Change } from '../../src/database/changeCapture.ts'
import { startMusicLibrary } from '../../src/index.ts'
import { openLibrary } from '../../src/library/open.ts'
import { client } from '../support/client.ts'
import { newDatabase } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'

const long = 600_000

/** The library as another program sees it. */
const elsewhere = (file: string) => {
  const other = new Sqlite(file)
  const lastUses = () =>
    other.query<{ at: string | null }, []>('select last_used_at at from tokens order by id').values().flat()
  const changes = () => other.query<{ data_version: number }, []>('pragma data_version').get()?.data_version
  return { other, lastUses, changes, [Symbol.dispose]: () => other.close() }
}

/** Asks again and again until it is so; the test's own time is the limit. */
const until = async (so: () => unknown) => {
  while (!(await so())) await Bun.sleep(5)
}

const inTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

test.each([0, 1_000_000])('no request writes that a token was used, with %d bytes for memory', async (cacheBytes) => {
  await using library = await startTestLibrary({ cacheBytes })
  using file = elsewhere(library.file)
  const before = file.changes()
  for (let at = 0; at < 20; at++) expect((await library.user.get('/labels')).status).toBe(200)
  expect(file.changes()).toBe(before)
})

test('one use stands for those that follow, until its time has passed', async () => {
  await using library = await startTestLibrary({ tokenUsageIntervals: { flushInterval: 10, resolution: long } })
  using file = elsewhere(library.file)
  await library.user.get('/me')
  await until(() => file.lastUses()[1])
  const [, first] = file.lastUses()
  await library.user.get('/me')
  await library.admin.get('/me')
  await until(() => file.lastUses()[0])
  expect(file.lastUses()[1]).toBe(first as string)

  await using often = await startTestLibrary({ tokenUsageIntervals: { flushInterval: 10, resolution: 10 } })
  using its = elsewhere(often.file)
  await often.user.get('/me')
  await until(() => its.lastUses()[1])
  const [, earlier] = its.lastUses()
  await until(async () => (await often.user.get('/me')) && its.lastUses()[1] !== earlier)
  expect(String(its.lastUses()[1]) > String(earlier)).toBe(true)
})

test('what was used is written at the end', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }
  const library = await startMusicLibrary({ database })
  const { body } = await client(library.url).post('/register', { ...account, password_confirmation: account.password })
  await client(library.url).post('/login', account)
  await client(library.url, body.token).get('/me')
  await library.stop()
  using file = elsewhere(database)
  // The second token was only given out.
  expect(file.lastUses()).toEqual([inTime, null])
})

test('while another program keeps the file locked requests are answered, and the uses are written after', async () => {
  await using library = await startTestLibrary({ tokenUsageIntervals: { flushInterval: 10, resolution: long } })
  using file = elsewhere(library.file)
  file.other.run('begin immediate')
  const begun = performance.now()
  while (performance.now() - begun < 200) expect((await library.user.get('/me')).status).toBe(200)
  expect(file.lastUses()).toEqual([null, null])
  file.other.run('rollback')
  await until(() => file.lastUses()[1])
})

test('uses that can not be written are left out, and who comes again is noted again', async () => {
  await using library = await startTestLibrary({ tokenUsageIntervals: { flushInterval: 10, resolution: long } })
  using file = elsewhere(library.file)
  file.other.run(
    "create trigger refused before update on tokens begin select raise(fail, 'database or disk is full'); end",
  )
  const begun = performance.now()
  while (performance.now() - begun < 200) expect((await library.user.get('/me')).status).toBe(200)
  expect(file.lastUses()).toEqual([null, null])
  file.other.run('drop trigger refused')
  await until(async () => (await library.user.get('/me')) && file.lastUses()[1])
})

const moment = '2026-01-02T03:04:05.678901Z'

/** A user with so many tokens. */
const fill = (file: string, count: number) => {
  const client = new Sqlite(file)
  client.run(`insert into users (name, email, password, role_id, created_at, updated_at)
    values ('x', 'a@b.co', 'x', 1, '${moment}', '${moment}')`)
  client.run(`with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    insert into tokens (user_id, hash, created_at) select 1, lower(hex(randomblob(32))), '${moment}' from numbers`)
  client.close()
}

const user = { id: 1, name: 'x', email: 'a@b.co', role_id: 1, created_at: moment, updated_at: moment }
const callerWith = (token_id: number) => ({
  token_id,
  user: { ...user, role: { id: 1, name: 'admin', created_at: moment, updated_at: moment } },
})

test('a library that can not grow ends without a word', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await (await openLibrary(path)).close()
  fill(path, 500)
  const database = await openLibrary(path, { maxPages: 1 })
  const uses = createTokenUsage(database, { flushInterval: long, resolution: long })
  for (let id = 1; id <= 500; id++) uses.record(callerWith(id))
  await uses.stop()
  await database.close()
  using file = elsewhere(path)
  expect(new Set(file.lastUses())).toEqual(new Set([null]))
})

test('when very many are used at once, they are written early', async () => {
  await using database = await newDatabase()
  fill(database.file, 10_500)
  const uses = createTokenUsage(database, { flushInterval: long, resolution: long })
  for (let id = 1; id <= 10_500; id++) uses.record(callerWith(id))
  using file = elsewhere(database.file)
  await until(() => file.lastUses().filter((at) => at !== null).length >= 10_000)
  await uses.stop()
  expect(file.lastUses().filter((at) => at === null)).toEqual([])
})

test('that a token was used makes nothing be forgotten; that it was revoked does', async () => {
  await using database = await newDatabase()
  fill(database.file, 2)
  const seen: Change[] = []
  database.onCommit(trackedTables, (changes) => void seen.push(...changes))
  await database.write((tx, now) => recordTokenUses(tx, now, [1, 2]))
  expect(seen).toEqual([])
  await database.write((tx) => revokeTokens(tx, 1))
  expect(seen.map(({ kind }) => kind)).toEqual(['tokens', 'tokens'])
})
