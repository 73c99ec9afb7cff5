import { test as bunTest, expect } from 'bun:test'
import type { Caller } from '../../../src/accounts/callers.ts'
import { createTokenRules } from '../../../src/accounts/tokenLife.ts'
import { defaultLimits } from '../../../src/base/limits.ts'
import { cleanUp } from '../../../src/cleanup/deleteEnded.ts'
import { createConnection, type StreamConnection } from '../../../src/history/follow/connection.ts'
import type { LibraryChange } from '../../../src/history/follow/model.ts'
import { now } from '../../../src/library/clock.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { maxMs } from '../../support/bounds.ts'
import { seedValue } from '../../support/catalogue.ts'
import { listChanges, openChangeStream, readAllChanges, toText } from '../../support/changeStream.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { nodeCount } from '../../support/engine.ts'
import { fixtureTest, libraryTest as test } from '../../support/fixtureTest.ts'
import { password, startTestLibrary, type TestLibrary } from '../../support/library.ts'
import { amount } from '../../support/longForm.ts'
import { openSql } from '../../support/sql.ts'
import { measureTurns } from '../../support/turns.ts'
import { newestEntry, undoAsShown } from '../../support/undo.ts'

const textsOf = async (...[caller, since]: [Parameters<typeof readAllChanges>[0], string?]) =>
  (await readAllChanges(caller, 1_000, since)).map(toText)

test('each kind of write is in the changes of its records, once and in its order, on pages of any size and on streams', async (library) => {
  const { admin, user, url, databaseUrl } = library
  const { create } = await createFixtures(admin)
  const start: string = (await listChanges(user, '?since=now')).body.next
  const live = await openChangeStream(url, user)
  expect(Object.fromEntries(live.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  await create('/labels', { name: 'Verve' })
  await admin.put('/labels/2', { name: 'Impulse!' })
  await sendToConsole(admin, 'POST', '/labels/1/merge', { from: [2] })
  await admin.delete('/labels/1')
  await undoAsShown(admin, await newestEntry(library))
  await sendToConsole(admin, 'POST', '/bulk/tracks', { ids: [1], changes: { album_id: null } })
  // A command that runs beside the server.
  const other = await openLibrary(databaseUrl)
  await seedValue(other, {
    genres: [{ name: 'Modal jazz', delete: true }, { name: 'Bop' }, { name: 'Cool' }],
    tracks: [{ title: 'Nardis', file_path: 'n.flac' }],
  })
  await other.close()
  await create('/genres', { name: 'Hard bop' })
  const expected = [
    ...['created labels/2', 'updated labels/2', 'deleted labels/2'],
    ...['deleted labels/1', 'updated artists/1', 'updated albums/1'],
    ...['created labels/1', 'updated artists/1', 'updated albums/1'],
    ...['updated tracks/1', 'created genres/2', 'created genres/3', 'created tracks/2', 'deleted genres/1'],
    ...['updated tracks/1', 'created genres/4'],
  ]
  for (const limit of [1, 2, 1_000]) expect((await readAllChanges(user, limit, start)).map(toText)).toEqual(expected)
  // A stream begins now, or goes on after an event.
  const resumed = await openChangeStream(url, user, { lastEventId: start })
  await Promise.all([live, resumed].map((stream) => stream.until(expected.length)))
  live.close()
  await admin.delete('/genres/4')
  const again = await openChangeStream(url, user, { lastEventId: live.lastId })
  await Promise.all([again.until(1), resumed.until(expected.length + 1)])
  expect([...live.changes, ...again.changes].map(toText)).toEqual([...expected, 'deleted genres/4'])
  expect(resumed.changes).toEqual([...live.changes, ...again.changes])
  for (const stream of [again, resumed]) stream.close()
})

test('users are listed to admins, and likes to nobody', async (library) => {
  const { admin, user, anonymous } = library
  await createFixtures(admin)
  const { id } = await library.createAccount('second@example.com')
  const start = (await listChanges(admin, '?since=now')).body.next
  await user.post('/tracks/1/like')
  await admin.post('/tracks/1/like')
  await user.post('/tracks/1/like') // It is liked already.
  await admin.put('/users/2', { name: 'Nica' })
  await admin.put(`/users/${id}`, { role_id: 1 })
  await admin.put(`/users/${id}`, { password: 'another one' })
  await user.delete('/tracks/1/like')
  await admin.put('/labels/1', { name: 'CBS' })
  const all = ['updated users/2', 'updated users/3', 'updated users/3', 'updated labels/1']
  expect(await textsOf(admin, start)).toEqual(all)
  expect(await textsOf(user, start)).toEqual(['updated labels/1'])
  // A like ends with its track: nobody else learns that there was one.
  const before = (await listChanges(admin, '?since=now')).body.next
  await admin.delete('/tracks/1')
  expect(await textsOf(admin, before)).toEqual(['deleted tracks/1'])
  expect((await listChanges(anonymous)).status).toBe(401)
  expect((await openChangeStream(library.url, anonymous)).status).toBe(401)
})

test('a cursor of the wrong form is a 400, and one whose changes are not kept a 410 that says what to do', async (library) => {
  const { admin, user, url } = library
  const { next } = (await listChanges(admin)).body
  for (const since of ['', 'x', `${next}!`, '-1.0.0.', '1.0', '1.0.0.0.0', '9'.repeat(20)]) {
    const { status, body } = await listChanges(admin, `?since=${encodeURIComponent(since)}`)
    expect([since, status, Object.keys(body.errors)]).toEqual([since, 400, ['since']])
  }
  expect((await openChangeStream(url, admin, { lastEventId: 'x' })).status).toBe(400)
  expect((await listChanges(admin, '?limit=1001')).status).toBe(400)
  await createFixtures(admin)
  const [entry, part, mark] = (await listChanges(admin, '?since=now')).body.next.split('.')
  const expectGone = async (since: string) => {
    const { status, body } = await listChanges(admin, `?since=${since}`)
    expect([since, status]).toEqual([since, 410])
    expect(body.message).toContain('GET /changes?since=now')
    expect((await openChangeStream(url, user, { lastEventId: since })).status).toBe(410)
  }
  // The library was restored: it has less, or others.
  await expectGone(`${Number(entry) + 1}.${part}.${mark}`)
  await expectGone(`${entry}.${part}.0`)
  // Former cursors have a place in a log of likes.
  for (const former of ['0.0.0.', `${entry}.${part}.0.${mark}`]) await expectGone(former)
  const keepAll = { tokenRules: createTokenRules(), ...defaultLimits, auditMaxBytes: 1e9 }
  await cleanUp(library.library, now(), { ...keepAll, auditMaxBytes: 700 })
  await expectGone(next)
  // From the oldest that is kept.
  expect((await textsOf(admin)).at(-1)).toBe('created tracks/1')
})

// `test/audit/full.test.ts` has what follows a deletion without an entry.

/** Adds entries that only admins see, or nobody. */
const addEntries = async ({ databaseUrl }: TestLibrary, count: number, record: string, action: string) => {
  await using sql = openSql(databaseUrl)
  await sql.query(
    `INSERT INTO audit (id, created_at, source, action, record)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT (SELECT max(id) FROM audit) + n, '2026-01-01T00:00:00.000000Z', 'api', ?, ? FROM numbers`,
    action,
    record,
  )
}

test('a page without changes may have more after it, and only one that says so is the end', async (library) => {
  const { admin, user } = library
  await createFixtures(admin)
  const since = (await listChanges(user, '?since=now')).body.next
  await addEntries(library, 20_000, 'users/1', 'update')
  await addEntries(library, 20_000, 'users/1', 'login')
  await admin.put('/labels/1', { name: 'CBS' })
  const pages: unknown[] = []
  for (let page = { next: since, more: true }; page.more; ) {
    page = (await listChanges(user, `?since=${page.next}`)).body
    pages.push(page)
  }
  expect(pages).toMatchObject([
    ...[
      { changes: [], more: true },
      { changes: [], more: true },
    ],
    { changes: [{ resource: 'labels', id: 1, type: 'updated' }], more: false },
  ])
  const ofAdmin = (await listChanges(admin, `?since=${since}&limit=1000`)).body
  expect([ofAdmin.changes.length, ofAdmin.more]).toEqual([1_000, true])
})

test('clients that begin before many entries which they do not see leave turns of the event loop to others', async (library) => {
  const { admin, user, url } = library
  await createFixtures(admin)
  const since = (await listChanges(user, '?since=now')).body.next
  await addEntries(library, 30_000, 'users/1', 'login')
  const turns = measureTurns()
  const streams = await Promise.all(
    Array.from({ length: amount(8, 20) }, () => openChangeStream(url, user, { lastEventId: since })),
  )
  streams[0]?.close()
  await admin.put('/labels/1', { name: 'CBS' })
  for (const stream of streams.slice(1)) await stream.until(1)
  const { all, longest } = turns.end()
  for (const stream of streams) stream.close()
  expect(longest).toBeLessThan(all / 3)
})

test('a stream says once that the likes of its account may have changed: at its begin, and after each change of them', async (library) => {
  const { admin, user, url } = library
  await createFixtures(admin)
  const { id: userId } = (await user.get('/me')).body
  const { id: adminId } = (await admin.get('/me')).body
  const [stream, other] = [await openChangeStream(url, user), await openChangeStream(url, admin)]
  await Promise.all([stream.untilLikes(1), other.untilLikes(1)])
  await user.post('/tracks/1/like')
  await stream.untilLikes(2)
  await user.post('/tracks/1/like') // It is liked already.
  await user.delete('/tracks/1/like')
  await stream.untilLikes(3)
  await user.post('/tracks/1/like')
  await stream.untilLikes(4)
  // Likes end with their track.
  await admin.delete('/tracks/1')
  await stream.untilLikes(5)
  await Promise.all([stream.until(1), other.until(1)])
  const last = stream.lastId
  stream.close()
  const resumed = await openChangeStream(url, user, { lastEventId: last })
  await resumed.untilLikes(1)
  expect([stream.likes, other.likes]).toEqual([Array(5).fill(userId), [adminId]])
  expect([resumed.likes, resumed.changes]).toEqual([[userId], []])
  for (const opened of [other, resumed]) opened.close()
})

type Account = Client & { id: number }

const ends: Record<string, (account: Account, admin: Client) => Promise<unknown>> = {
  'its token is revoked': (account) => account.post('/logout'),
  'its account loses the role': ({ id }, admin) => admin.put(`/users/${id}`, { role_id: 2 }),
  'its account gets another password': ({ id }, admin) => admin.put(`/users/${id}`, { password: 'another one' }),
  'its account is deleted': ({ id }, admin) => admin.delete(`/users/${id}`),
}

test('a stream ends at once when its token or account loses the right to it, and has no later change', async (library) => {
  const { admin, url } = library
  const other = await openChangeStream(url, admin)
  for (const [n, end] of Object.values(ends).entries()) {
    const account = await library.createAccount(`account${n}@example.com`, 'admin')
    const stream = await openChangeStream(url, account)
    await end(account, admin)
    await stream.ended
    const { id } = (await admin.post('/labels', { name: 'Verve' })).body
    const later: LibraryChange = { resource: 'labels', id, type: 'created' }
    while (!other.changes.some((change) => Bun.deepEquals(change, later))) await other.until(other.changes.length + 1)
    expect(stream.changes).not.toContainEqual(later)
  }
  other.close()
})

test('a stream ends with its token, and has nothing that was committed later', async ({
  admin,
  user,
  url,
  databaseUrl,
}) => {
  const end = new Date(Date.now() + 2_000)
  {
    await using sql = openSql(databaseUrl)
    await sql.query('UPDATE tokens SET expires_at = ? WHERE user_id = 2', end.toISOString().replace('Z', '000Z'))
  }
  const stream = await openChangeStream(url, user)
  const later: number[] = []
  let isOpen = true
  void stream.ended.then(() => {
    isOpen = false
  })
  await admin.post('/labels', { name: 'Verve' })
  // The writes go on from before the end to after it.
  await Bun.sleep(end.getTime() - Date.now() - 50)
  while (isOpen && Date.now() < end.getTime() + maxMs(5_000)) {
    const hasEnded = Date.now() >= end.getTime()
    const { body } = await admin.post('/labels', { name: 'Verve' })
    if (hasEnded) later.push(body.id)
  }
  expect(isOpen).toBe(false)
  expect(stream.changes.length).toBeGreaterThan(0)
  expect(stream.changes.filter(({ id }) => later.includes(id))).toEqual([])
})

test('a server that stops ends all streams, and does not wait for them', async () => {
  const library = await startTestLibrary()
  const stream = await openChangeStream(library.url, library.admin)
  await library[Symbol.asyncDispose]()
  await stream.ended
})

test('a client that does not take what is sent is cut, and one that does is not', async () => {
  const caller = { user: { id: 1, role: { name: 'user' } } } as Caller
  const ended: StreamConnection[] = []
  let cut = 0
  const open = () => createConnection(caller, { onEnd: (connection) => ended.push(connection), onCut: () => cut++ })
  const [slow, idle, quick] = [open(), open(), open()]
  const taken = quick.stream.pipeTo(new WritableStream())
  const event = new Uint8Array(10_000)
  idle.connection.send(event)
  for (let sent = 0; sent < 1_000_000; sent += event.length) {
    for (const { connection } of [slow, quick]) connection.send(event)
    await quick.connection.drained()
  }
  expect(ended).toEqual([slow.connection])
  for (const { connection } of [idle, quick]) connection.cutIfStalled()
  quick.connection.send(event)
  await Bun.sleep(0)
  for (const { connection } of [idle, quick]) connection.cutIfStalled()
  expect(ended).toEqual([slow.connection, idle.connection])
  quick.connection.end()
  await taken
  expect(cut).toBe(2)
})

// Each node counts its own streams.
const limitedTest = fixtureTest(
  () => startTestLibrary({ streamLimits: { perAccount: 2, perClient: 3 } }),
  bunTest.skipIf(nodeCount > 1) as typeof bunTest,
)

limitedTest(
  'an account and a client have a limited number of streams, and get the places of those that end',
  async (library) => {
    const { admin, user, url } = library
    const open = (caller: TestLibrary['admin']) => openChangeStream(url, caller)
    const [first, second, third] = [await open(admin), await open(admin), await open(user)]
    const rejected = await open(admin)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await open(user)).status).toBe(429)
    third.close()
    first.close()
    const reopened = await Promise.all([retry(() => open(user)), retry(() => open(user))])
    expect((await admin.post('/logout')).status).toBe(200)
    await second.ended
    expect((await library.anonymous.post('/login', { email: 'user@example.com', password })).status).toBe(200)
    for (const stream of reopened) stream.close()
  },
)

/** Opens a stream when the server has seen the end of another one. */
const retry = async (open: () => ReturnType<typeof openChangeStream>) => {
  for (let tries = 0; ; tries++) {
    const stream = await open()
    if (stream.status === 200 || tries === 200) return stream
    await Bun.sleep(5)
  }
}
