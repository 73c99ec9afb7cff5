import { expect, test } from 'bun:test'
import { parseTrustedProxies } from '../../src/security/clientIp.ts'
import { createRateLimiter } from '../../src/security/rateLimit.ts'
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

test('a client may ask so often in a time, from its first request on, and then so often again', () => {
  let time = 0
  const count = createRateLimiter(limit, () => time)
  const ask = (who: string) => {
    try {
      count(who)
      return 'yes'
    } catch (error) {
      return String(error)
    }
  }
  expect([ask('a'), ask('a')]).toEqual(['yes', 'yes'])
  time = 30_500
  expect(ask('a')).toBe('RateLimited: Too many requests. Try again in 30 seconds.')
  expect(ask('b')).toBe('yes')
  time = 59_999
  expect(ask('a')).toBe('RateLimited: Too many requests. Try again in a second.')
  time = minute
  expect([ask('a'), ask('a'), ask('a')]).toEqual(['yes', 'yes', expect.stringContaining('60 seconds')])
})

test('log-ins past the limit are answered 429 with the time to wait, before their body is read; the rest goes on', async () => {
  let time = 0
  await using library = await startTestLibrary({
    limits: { login: { maxRequests: 4, windowMs: minute } },
    now: () => time,
  })
  // The admin and the user have logged in by now.
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

test('registrations have a limit of their own', async () => {
  await using library = await startTestLibrary({ limits: { register: limit } })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await library.anonymous.post('/register', nica(n))).status)
  expect(statuses).toEqual([201, 201, 429])
  expect((await library.anonymous.post('/login', { email: 'nica0@example.com', password: 'pannonica' })).status).toBe(
    200,
  )
})

test('a limit on everything counts what is remembered, too, and each client by the address that a proxy gives', async () => {
  const trustedProxies = parseTrustedProxies(['127.0.0.1'])
  await using library = await startTestLibrary({
    limits: { all: { maxRequests: 5, windowMs: minute } },
    trustedProxies,
  })
  const from = (address: string) =>
    library.user.send('GET', '/labels', { headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } })
  for (let n = 0; n < 5; n++) expect((await from('192.0.2.1')).status).toBe(200)
  const refused = await from('192.0.2.1')
  expectMessage(refused, 429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('192.0.2.2')).status).toBe(200)
  expect((await from('2001:db8::1')).status).toBe(200)
})

test('anonymous is believed about an address who is no trusted proxy', async () => {
  await using library = await startTestLibrary({ limits: { all: { maxRequests: 4, windowMs: minute } } })
  const from = (address: string) => library.user.send('GET', '/labels', { headers: { 'x-forwarded-for': address } })
  expect([(await from('192.0.2.1')).status, (await from('192.0.2.2')).status]).toEqual([200, 200])
  expect((await from('192.0.2.3')).status).toBe(429)
})

test('with registration closed anonymous makes an account, whatever they send, and everything else goes on', async () => {
  await using library = await startTestLibrary({ registration: 'closed', limits: { register: limit } })
  const bodies = [JSON.stringify(nica(1)), 'no JSON', '', 'x'.repeat(2_000_000)]
  for (const body of bodies) {
    for (const caller of [library.anonymous, library.user, library.admin]) {
      expectMessage(await caller.send('POST', '/register', { body }), 403, 'Registration is closed.')
    }
  }
  expect((await library.anonymous.get('/register')).status).toBe(405)
  const made = await library.admin.post('/users', { name: 'Nica', email: 'nica@example.com', password: 'pannonica' })
  expect(made.status).toBe(201)
  const { body } = await library.anonymous.post('/login', { email: 'nica@example.com', password: 'pannonica' })
  expect((await client(library.url, body.token).get('/me')).status).toBe(200)
})
