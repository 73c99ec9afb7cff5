import { expect, test } from 'bun:test'
import { parseTrustedProxies } from '../../src/http/clientIp.ts'
import { createRateLimiter } from '../../src/http/rateLimit.ts'
import { expectMessage } from '../contract/shapes.ts'
import { client } from '../support/client.ts'
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

test('logins over the limit get a 429 with Retry-After before their body is read; other requests are served', async () => {
  let time = 0
  await using library = await startTestLibrary({
    limits: { login: { maxRequests: 2, windowMs: minute } },
    now: () => time,
  })
  const send = (path: string) => library.anonymous.post(path, { email: 'user@example.com', password })
  expect([(await send('/login')).status, (await send('/login/')).status]).toEqual([200, 200])
  for (const path of ['/login', '/login/']) {
    const response = await send(path)
    expectMessage(response, 429, 'Too many requests. Try again in 60 seconds.')
    expect(response.headers.get('retry-after')).toBe('60')
  }
  expect((await library.anonymous.send('POST', '/login', { body: 'no JSON' })).status).toBe(429)
  expect((await library.user.get('/labels')).status).toBe(200)
  expect((await library.anonymous.post('/register', nica(1))).status).toBe(201)
  time = minute
  expect((await send('/login')).status).toBe(200)
})

test('registrations and logins have separate limits', async () => {
  await using library = await startTestLibrary({ limits: { register: limit } })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await library.anonymous.post('/register', nica(n))).status)
  expect(statuses).toEqual([201, 201, 429])
  expect((await library.anonymous.post('/login', { email: 'nica0@example.com', password: 'pannonica' })).status).toBe(
    200,
  )
})

test('the limit for all requests counts cache hits, and identifies a client by the header of a trusted proxy', async () => {
  const trustedProxies = parseTrustedProxies(['127.0.0.1'])
  await using library = await startTestLibrary({
    limits: { all: { maxRequests: 5, windowMs: minute } },
    trustedProxies,
  })
  const sendFrom = (address: string) =>
    library.user.send('GET', '/labels', { headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } })
  for (let n = 0; n < 5; n++) expect((await sendFrom('192.0.2.1')).status).toBe(200)
  const rejected = await sendFrom('192.0.2.1')
  expectMessage(rejected, 429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await sendFrom('192.0.2.2')).status).toBe(200)
  expect((await sendFrom('2001:db8::1')).status).toBe(200)
})

test('the X-Forwarded-For header of a client that is no trusted proxy is ignored', async () => {
  await using library = await startTestLibrary({ limits: { all: { maxRequests: 2, windowMs: minute } } })
  const sendFrom = (address: string) => library.user.send('GET', '/labels', { headers: { 'x-forwarded-for': address } })
  expect([(await sendFrom('192.0.2.1')).status, (await sendFrom('192.0.2.2')).status]).toEqual([200, 200])
  expect((await sendFrom('192.0.2.3')).status).toBe(429)
})

test('with registration closed POST /register responds 403 to any body and caller, and other requests are served', async () => {
  await using library = await startTestLibrary({ registration: 'closed', limits: { register: limit } })
  const bodies = [JSON.stringify(nica(1)), 'no JSON', '', 'x'.repeat(2_000_000)]
  for (const body of bodies) {
    for (const caller of [library.anonymous, library.user, library.admin]) {
      expectMessage(await caller.send('POST', '/register', { body }), 403, 'Registration is closed.')
    }
  }
  expect((await library.anonymous.get('/register')).status).toBe(405)
  const created = await library.admin.post('/users', { name: 'Nica', email: 'nica@example.com', password: 'pannonica' })
  expect(created.status).toBe(201)
  const { body } = await library.anonymous.post('/login', { email: 'nica@example.com', password: 'pannonica' })
  expect((await client(library.url, body.token).get('/me')).status).toBe(200)
})
