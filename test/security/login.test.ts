import { expect, test } from 'bun:test'
import { password, startTestLibrary } from '../support/library.ts'
import { createManualClock } from '../support/manualClock.ts'

test('POST /login with a right password succeeds after many wrong ones, and delays are the same with and without an account', async () => {
  const clock = createManualClock()
  await using library = await startTestLibrary({ loginThrottle: clock })
  const { createAccount, anonymous } = library
  await anonymous.post('/register', {
    name: 'Nica',
    email: 'nica@example.com',
    password: 'pannonica',
    password_confirmation: 'pannonica',
  })
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
  expect((await anonymous.post('/login', { email: 'NICA@example.com', password: 'pannonica' })).status).toBe(200)
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
