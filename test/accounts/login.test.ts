import { expect, test } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { createManualClock } from '../support/manualClock.ts'

test('POST /login with a right password succeeds after many wrong ones, and delays are the same with and without an account', async () => {
  const clock = createManualClock()
  await using library = await startTestLibrary({ loginThrottle: clock })
  const { createAccount, anonymous } = library
  await createAccount('nica@example.com')
  const delays: Record<string, number[]> = {}
  const responses = new Set<string>()
  for (const email of ['nica@example.com', 'nobody@example.com']) {
    clock.delays.length = 0
    for (let n = 0; n < 13; n++) {
      const { status, text } = await anonymous.post('/login', { email, password: 'wrong' })
      responses.add(`${status} ${text}`)
    }
    delays[email] = [...clock.delays]
  }
  expect(delays).toEqual({ 'nica@example.com': [1250, 2500, 5000], 'nobody@example.com': [1250, 2500, 5000] })
  expect(responses.size).toBe(1)
  expect((await anonymous.post('/login', { email: 'NICA@example.com', password })).status).toBe(200)
  expect(clock.delays).toHaveLength(4)
  expect((await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })).status).toBe(422)
  expect(clock.delays).toHaveLength(4)
  expect((await createAccount('new@example.com')).token).toStartWith('mlib_')
  expect((await anonymous.post('/login', { email: 'admin@example.com', password })).status).toBe(200)
})

test('each failed login is reported with only the IP address of the client', async () => {
  const failedLogins: object[] = []
  await using library = await startTestLibrary({ onFailedLogin: (login) => void failedLogins.push(login) })
  await library.anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })
  await library.anonymous.post('/login', { email: 'user@example.com', password })
  await library.anonymous.post('/login', { email: 'user@example.com' })
  expect(failedLogins).toEqual([{ address: '127.0.0.1' }])
})

test('a wrong current_password in PUT /me counts, is reported and is delayed like a failed login', async () => {
  const clock = createManualClock()
  const failedLogins: object[] = []
  await using library = await startTestLibrary({
    loginThrottle: clock,
    onFailedLogin: (login) => void failedLogins.push(login),
    trustedProxies: () => true,
  })
  const { user, anonymous } = library
  const change = (current_password: string, network: string) =>
    user.send('PUT', '/me', {
      body: JSON.stringify({ password: 'another one', current_password }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    })
  for (let n = 0; n < 12; n++) {
    const { status, body } = await change('wrong', '192.0.2.1')
    expect([status, body.errors]).toEqual([400, { current_password: ['The current_password is incorrect.'] }])
  }
  expect(failedLogins).toEqual(Array.from({ length: 12 }, () => ({ address: '192.0.2.1' })))
  expect(clock.delays).toEqual([1250, 2500])
  // The failures count for logins, too.
  const wrongLogin = JSON.stringify({ email: 'user@example.com', password: 'wrong' })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
  expect((await anonymous.send('POST', '/login', { body: wrongLogin, headers })).status).toBe(422)
  expect(clock.delays).toEqual([1250, 2500, 5000])
  expect((await change(password, '192.0.2.1')).status).toBe(200)
})

test('while one client fills the queue of hashes and gets a 503 with Retry-After, another client logs in', async () => {
  await using library = await startTestLibrary({ loginThrottle: false, trustedProxies: () => true })
  // The accounts of the fixture have hashes of a low cost, which no queue forms for.
  const email = 'registered@example.com'
  await library.anonymous.post('/register', { name: 'Nica', email, password, password_confirmation: password })
  const send = (network: string, signal: AbortSignal | null = null) =>
    library.anonymous.send('POST', '/login', {
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      signal,
    })
  const attacker = new AbortController()
  const responses: ClientResponse[] = []
  const attack = concurrently(150, () =>
    send('192.0.2.1', attacker.signal).then(
      (one) => responses.push(one),
      () => {},
    ),
  )
  const waiting = () => 150 - responses.length
  while (responses.length === 0) await Bun.sleep(1)
  for (let n = 0; n < 3; n++) {
    const before = waiting()
    expect((await send(`198.51.100.${n}`)).status).toBe(200)
    // It waited for few others only.
    expect(before - waiting()).toBeLessThan(80)
  }
  expect(waiting()).toBeGreaterThan(0)
  // What still waits would be hashed for seconds.
  attacker.abort()
  await attack
  expect(Object.keys(countStatuses(responses))).toEqual(['200', '503'])
  const rejected = responses.find(({ status }) => status === 503)
  expect(rejected?.headers.get('retry-after')).toBe('5')
  expect(rejected?.body.message).toContain('Try again')
  expect((await send('192.0.2.1')).status).toBe(200)
})
