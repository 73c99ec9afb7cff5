import { expect, test } from 'bun:test'
import { createTokenRules, usageIntervalsFor } from '../../src/accounts/tokenLife.ts'
import type { TokenLimits } from '../../src/base/limits.ts'
import type { Instant } from '../../src/library/clock.ts'
import { expectMessage } from '../contract/shapes.ts'
import { runSql } from '../support/audit.ts'
import { maxMs } from '../support/bounds.ts'
import type { Client, ClientResponse } from '../support/client.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'
import { createNamedToken, instantAfter } from '../support/tokens.ts'

const day = 86_400_000

test.each<[TokenLimits, number]>([
  [{}, 3_600_000],
  [{ maxIdleMs: 600_000 }, 60_000],
  [{ perAccount: 3 }, 60_000],
  [{ maxIdleMs: 100_000, perAccount: 3 }, 10_000],
])('with the limits %j, a further use of a token is recorded after %d ms', (limits, resolution) => {
  expect(usageIntervalsFor(limits).resolution).toBe(resolution)
})

const expectUnauthenticated = (response: ClientResponse) => {
  expectMessage(response, 401, 'Unauthenticated.')
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
}

type Age = number | null

interface Ages {
  created: Age
  used?: Age
  expires?: Age
}

/** How old a token's times are in milliseconds: it is valid under the limits, and has ended. */
const lives: [name: string, TokenLimits, valid: Ages, ended: Ages][] = [
  ['token-max-age', { maxAgeMs: 30 * day }, { created: 29 * day }, { created: 31 * day }],
  ['token-max-age of a used token', { maxAgeMs: day }, { created: 0, used: 0 }, { created: 2 * day, used: 0 }],
  ['token-max-idle', { maxIdleMs: day }, { created: 9 * day, used: 0 }, { created: 9 * day, used: 2 * day }],
  ['token-max-idle of an unused token', { maxIdleMs: day }, { created: 0 }, { created: 2 * day }],
  ['its own end', {}, { created: day, expires: -60_000 }, { created: day, expires: 1 }],
]

test.each(lives)('a token has ended by %s', (_, limits, valid, ended) => {
  const rules = createTokenRules(limits)
  const instant = (age: Age = null) => (age === null ? null : (instantAfter(-age) as Instant))
  const hasEnded = ({ created, used, expires }: Ages) =>
    rules.hasEnded(
      rules.lifeOf({
        created_at: instant(created) as Instant,
        last_used_at: instant(used),
        expires_at: instant(expires),
      }),
    )
  expect([hasEnded(valid), hasEnded(ended)]).toEqual([false, true])
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

test('a token that is in use does not end for being idle', async () => {
  await using library = await startTestLibrary({ tokenLimits: { maxIdleMs: 2_000 } })
  const clients: Client[] = [library.user, await library.createAccount('second@example.com')]
  const end = performance.now() + 3_000
  while (performance.now() < end) {
    for (const client of clients) expect((await client.get('/labels')).status).toBe(200)
    await Bun.sleep(100)
  }
})

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
