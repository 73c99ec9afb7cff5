import { describe, expect, test } from 'bun:test'
import type { TokenLimits } from '../../src/base/limits.ts'
import { expectMessage } from '../contract/shapes.ts'
import { readTrail, runSql } from '../support/audit.ts'
import { maxMs } from '../support/bounds.ts'
import type { Client, ClientResponse } from '../support/client.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'
import { amount, everyNth } from '../support/longForm.ts'
import { createNamedToken, instantAfter } from '../support/tokens.ts'

const day = 86_400_000

const expectUnauthenticated = (response: ClientResponse) => {
  expectMessage(response, 401, 'Unauthenticated.')
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
}

/** Sets columns of the token of the account `user`, which has the id 2. */
const setTimes = ({ file }: TestLibrary, times: Record<string, number | null>) => {
  for (const [column, age] of Object.entries(times))
    runSql(file, `UPDATE tokens SET ${column} = ? WHERE user_id = 2`, age === null ? null : instantAfter(-age))
}

/** A token's times, as milliseconds before now, with which it is valid under the limits, and with which it has ended. */
const lives: [name: string, TokenLimits, valid: Record<string, number | null>, ended: Record<string, number | null>][] =
  [
    ['token-max-age', { maxAgeMs: 30 * day }, { created_at: 29 * day }, { created_at: 31 * day }],
    ['token-max-age of a used token', { maxAgeMs: day }, { created_at: 0, last_used_at: 0 }, { created_at: 2 * day }],
    ['token-max-idle', { maxIdleMs: day }, { created_at: 9 * day, last_used_at: 0 }, { last_used_at: 2 * day }],
    [
      'token-max-idle of an unused token',
      { maxIdleMs: day },
      { created_at: 0 },
      { created_at: 2 * day, last_used_at: null },
    ],
    ['its own end', {}, { expires_at: -60_000 }, { expires_at: 1 }],
  ]

describe.each(lives)('a token that has ended by %s', (_, tokenLimits, valid, ended) => {
  test.each(everyNth([1_000_000, 0], 2))(
    'is a 401 for reads and writes, with a cache of %d bytes',
    async (cacheBytes) => {
      await using library = await startTestLibrary({ tokenLimits, cacheBytes })
      const { user, admin } = library
      expect((await admin.post('/labels', { name: 'Columbia' })).status).toBe(201)
      setTimes(library, valid)
      for (let n = 0; n < 2; n++) expect((await user.get('/labels/1')).status).toBe(200)
      setTimes(library, ended)
      const before = await readTrail(library)
      const requests: Promise<ClientResponse>[] = [
        ...['/labels/1', '/labels', '/me', '/me/likes', '/users'].map((path) => user.get(path)),
        user.put('/me', { name: 'Renamed' }),
        user.post('/tracks/1/like'),
        user.post('/labels', { name: 'Verve' }),
        user.send('PUT', '/me', { body: '{"name": ', headers: { 'content-type': 'application/json' } }),
        user.post('/logout'),
      ]
      for (const response of await Promise.all(requests)) expectUnauthenticated(response)
      expect(await readTrail(library)).toEqual(before)
      expect((await admin.get('/labels/1')).status).toBe(200)
      expect((await library.anonymous.post('/login', { email: 'user@example.com', password })).status).toBe(200)
    },
  )
})

/** Sends requests until one is rejected, for at most ten seconds. Returns its response. */
const untilRejected = async (send: () => Promise<ClientResponse>) => {
  const deadline = performance.now() + maxMs(10_000)
  for (;;) {
    const response = await send()
    if (response.status !== 200) return response
    if (performance.now() > deadline) throw new Error('The token did not end.')
    await Bun.sleep(20)
  }
}

test('a token ends while its responses are served from the cache', async () => {
  await using library = await startTestLibrary()
  const named = await createNamedToken(library, 2, { expiresInMs: 400 })
  const end = Date.now() + 400
  let lastSentAt = 0
  const rejected = await untilRejected(() => {
    // Every request that is sent after the end is rejected, so only one is.
    expect(lastSentAt).toBeLessThanOrEqual(end)
    lastSentAt = Date.now()
    return named.get('/labels')
  })
  expectUnauthenticated(rejected)
  expectUnauthenticated(await named.post('/logout'))
  expect((await library.user.get('/labels')).status).toBe(200)
})

test('a session ends for its age although it is in use', async () => {
  await using library = await startTestLibrary({ tokenLimits: { maxAgeMs: 600 } })
  const { token } = (await library.anonymous.post('/login', { email: 'user@example.com', password })).body
  const headers = { authorization: `Bearer ${token}` }
  expectUnauthenticated(await untilRejected(() => library.anonymous.send('GET', '/labels', { headers })))
})

test.each(everyNth([1_000_000, 0], 2))(
  'a token that is in use does not end for being idle, with a cache of %d bytes; afterwards it does',
  async (cacheBytes) => {
    await using library = await startTestLibrary({ tokenLimits: { maxIdleMs: 2_000 }, cacheBytes })
    const { user } = library
    const end = performance.now() + maxMs(4_000)
    const clients: Client[] = [user, await library.createAccount('second@example.com')]
    while (performance.now() < end) {
      for (const client of clients) expect((await client.get('/labels')).status).toBe(200)
      await Bun.sleep(100)
    }
    const [[recorded]] = runSql(library.file, 'SELECT last_used_at FROM tokens WHERE user_id = 2') as [[string]]
    expect(Date.parse(recorded)).toBeGreaterThan(Date.now() - 2_500)
    const response = await untilRejected(async () => {
      // The use by the request before is written within 200 ms.
      await Bun.sleep(300)
      setTimes(library, { created_at: 9_000, last_used_at: 3_000 })
      return user.get('/labels')
    })
    expectUnauthenticated(response)
  },
)

const logIn = async ({ anonymous }: TestLibrary, email = 'user@example.com') =>
  (await anonymous.post('/login', { email, password })).body.token as string

const statusOf = async ({ anonymous }: TestLibrary, token: string | undefined) =>
  (await anonymous.send('GET', '/labels', { headers: { authorization: `Bearer ${token}` } })).status

test('a login beyond tokens-per-account ends the least recently used session; new and named tokens stay', async () => {
  await using library = await startTestLibrary({ tokenLimits: { perAccount: 3 } })
  const { user, file } = library
  const named = [await createNamedToken(library, 2), await createNamedToken(library, 2, { read_only: true })]
  const [second, third] = [await logIn(library), await logIn(library)]
  const sessions = [user.token, second, third]
  const statuses = () => Promise.all(sessions.map((token) => statusOf(library, token)))
  expect(await statuses()).toEqual([200, 200, 200])
  const ids = runSql(file, 'SELECT id FROM tokens WHERE user_id = 2 AND name IS NULL ORDER BY id').flat() as number[]
  const setUse = (index: number, age: number) =>
    runSql(file, 'UPDATE tokens SET last_used_at = ? WHERE id = ?', instantAfter(-age), ids[index] ?? 0)
  setUse(0, 1_000)
  setUse(1, 3 * day)
  setUse(2, 2 * day)
  sessions.push(await logIn(library))
  expect(await statuses()).toEqual([200, 401, 200, 200])
  sessions.push(await logIn(library))
  expect(await statuses()).toEqual([200, 401, 401, 200, 200])
  for (const client of [...named, library.admin]) expect((await client.get('/labels')).status).toBe(200)
})

test('a login keeps its own session where others seem to have been used in the future', async () => {
  await using library = await startTestLibrary({ tokenLimits: { perAccount: 1 } })
  runSql(library.file, 'UPDATE tokens SET last_used_at = ?', instantAfter(day))
  const token = await logIn(library)
  expect([await statusOf(library, token), await statusOf(library, library.user.token)]).toEqual([200, 401])
})

test('the first login under tokens-per-account ends very many sessions without holding up the server', async () => {
  await using library = await startTestLibrary({ tokenLimits: { perAccount: 3 } })
  const { file, anonymous } = library
  const count = amount(5_000, 100_000)
  runSql(
    file,
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
     INSERT INTO tokens (user_id, hash, created_at)
       SELECT 2, lower(hex(randomblob(32))), '2026-01-02T03:04:05.678901Z' FROM numbers`,
  )
  const start = performance.now()
  const { status } = await anonymous.post('/login', { email: 'user@example.com', password })
  expect(status).toBe(200)
  // In the long form it takes half a second, and with a statement for each session more than a minute.
  expect(performance.now() - start).toBeLessThan(maxMs(amount(3_000, 10_000)))
  const ids = runSql(file, 'SELECT id FROM tokens WHERE user_id = 2 ORDER BY id').flat()
  expect(ids).toEqual([2, count + 2, count + 3])
})
