import { expect, test } from 'bun:test'
import { parseTrustedProxies } from '../../src/http/clientIp.ts'
import { createRateLimiter } from '../../src/http/rateLimit.ts'
import { expectMessage } from '../contract/shapes.ts'
import { password, startTestLibrary } from '../support/library.ts'

const minute = 60_000
const limit = { maxRequests: 2, windowMs: minute }
const nica = (n: number) => ({
  name: 'Nica',
  email: `nica${n}@example.com`,
  password: 'pannonica',
  password_confirmation: 'pannonica',
})

test('a client may send maxRequests in a window, which starts with its first request', () => {
  let time = 0
  const countRequest = createRateLimiter(limit, () => time)
  const send = (client: string) => {
    try {
      countRequest(client)
      return 'accepted'
    } catch (error) {
      return String(error)
    }
  }
  expect([send('a'), send('a')]).toEqual(['accepted', 'accepted'])
  time = 30_500
  expect(send('a')).toBe('RateLimited: Too many requests. Try again in 30 seconds.')
  expect(send('b')).toBe('accepted')
  time = 59_999
  expect(send('a')).toBe('RateLimited: Too many requests. Try again in a second.')
  time = minute
  expect([send('a'), send('a'), send('a')]).toEqual(['accepted', 'accepted', expect.stringContaining('60 seconds')])
})

test('logins and registrations have limits of their own: over them, a 429 with Retry-After comes before the body is read', async () => {
  let time = 0
  await using library = await startTestLibrary({ limits: { login: limit, register: limit }, now: () => time })
  const send = (path: string) => library.anonymous.post(path, { email: 'user@example.com', password })
  expect([(await send('/login')).status, (await send('/login/')).status]).toEqual([200, 200])
  const response = await send('/login/')
  expectMessage(response, 429, 'Too many requests. Try again in 60 seconds.')
  expect(response.headers.get('retry-after')).toBe('60')
  expect((await library.anonymous.send('POST', '/login', { body: 'no JSON' })).status).toBe(429)
  expect((await library.user.get('/labels')).status).toBe(200)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await library.anonymous.post('/register', nica(n))).status)
  expect(statuses).toEqual([201, 201, 429])
  time = minute
  expect((await send('/login')).status).toBe(200)
})

test('the limit for all requests counts cache hits, and identifies a client by the header of a trusted proxy alone', async () => {
  for (const trustedProxies of [parseTrustedProxies(['127.0.0.1']), undefined]) {
    await using library = await startTestLibrary({ limits: { all: limit }, trustedProxies })
    const sendFrom = (address: string) =>
      library.user.send('GET', '/labels', { headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } })
    for (let n = 0; n < 2; n++) expect((await sendFrom('192.0.2.1')).status).toBe(200)
    expectMessage(await sendFrom('192.0.2.1'), 429)
    for (const other of ['192.0.2.2', '2001:db8::1'])
      expect((await sendFrom(other)).status).toBe(trustedProxies ? 200 : 429)
  }
})

test('with registration closed POST /register responds 403 to any body and caller', async () => {
  await using library = await startTestLibrary({ registration: 'closed', limits: { register: limit } })
  for (const body of [JSON.stringify(nica(1)), 'no JSON', '', 'x'.repeat(2_000_000)])
    for (const caller of [library.anonymous, library.admin])
      expectMessage(await caller.send('POST', '/register', { body }), 403, 'Registration is closed.')
  expect((await library.anonymous.get('/register')).status).toBe(405)
})
