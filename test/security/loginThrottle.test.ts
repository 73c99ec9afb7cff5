import { expect, test } from 'bun:test'
import { WrongCredentials } from '../../src/errors.ts'
import { createLoginThrottle } from '../../src/security/loginThrottle.ts'
import { rejection } from '../support/database.ts'
import { password, startTestLibrary } from '../support/library.ts'

/** A clock that stands still until it is turned on, and those who wait by it. */
const clock = () => {
  const waits: number[] = []
  let time = 0
  return {
    waits,
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    wait: async (milliseconds: number) => {
      waits.push(milliseconds)
    },
  }
}

const minutes = 60_000

const attempts = (options: Parameters<typeof createLoginThrottle>[0]) => {
  const guesses = createLoginThrottle(options)
  const gone = new AbortController().signal
  const log = (right: boolean) => (email: string, address: string) =>
    guesses
      .attempt({ email, address, signal: gone }, async (proceed) => {
        proceed()
        if (!right) throw new WrongCredentials()
        return 'in'
      })
      .catch((error) => error)
  return { wrong: log(false), right: log(true), guesses }
}

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work()
}

test('after ten failures in a row each further log-in waits longer, up to fifteen seconds, and a right one too', async () => {
  const time = clock()
  const { wrong, right } = attempts(time)
  await times(17, () => wrong('a@example.com', '192.0.2.1'))
  expect(time.waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(await right('a@example.com', '192.0.2.1')).toBe('in')
  expect(time.waits).toHaveLength(8)
  await wrong('a@example.com', '192.0.2.1')
  expect(time.waits).toHaveLength(8)
})

test('an account is one in any case, and from wherever it is asked for', async () => {
  const time = clock()
  const { wrong } = attempts(time)
  for (let n = 0; n < 10; n++) await wrong(n % 2 ? 'a@example.com' : ' A@Example.com ', `192.0.2.${n}`)
  expect(time.waits).toEqual([])
  await wrong('a@EXAMPLE.com', '198.51.100.1')
  await wrong('b@example.com', '198.51.100.1')
  expect(time.waits).toEqual([500])
})

test('a client that fails at a hundred accounts is slow at each, and its network of IPv6 is one client', async () => {
  const time = clock()
  const { wrong } = attempts(time)
  for (let n = 0; n < 100; n++) await wrong(`${n}@example.com`, `2001:db8::${n}`)
  expect(time.waits).toEqual([])
  await wrong('new@example.com', '2001:db8::abcd')
  await wrong('newer@example.com', '2001:db8:0:1::1')
  expect(time.waits).toEqual([500])
})

test('fifteen minutes after the last failure it is forgotten', async () => {
  const time = clock()
  const { wrong } = attempts(time)
  await times(10, () => wrong('a@example.com', '192.0.2.1'))
  time.pass(14 * minutes)
  await wrong('a@example.com', '192.0.2.1')
  expect(time.waits).toEqual([500])
  time.pass(15 * minutes)
  await times(10, () => wrong('a@example.com', '192.0.2.1'))
  expect(time.waits).toEqual([500])
})

test('an owner is not slowed down by others, where the account was logged in to before', async () => {
  const time = clock()
  const { wrong, right } = attempts(time)
  expect(await right('a@example.com', '192.0.2.1')).toBe('in')
  await times(12, () => wrong('a@example.com', '198.51.100.1'))
  expect(time.waits).toEqual([500, 1000])
  await times(30, () => wrong('a@example.com', '192.0.2.1'))
  expect(time.waits).toEqual([500, 1000])
  await wrong('a@example.com', '192.0.2.1')
  expect(time.waits).toEqual([500, 1000, 500])
  await right('a@example.com', '192.0.2.1')
  await wrong('a@example.com', '192.0.2.1')
  expect(time.waits).toEqual([500, 1000, 500, 1000])
})

test('logging in to an own account buys no guesses at those of others', async () => {
  const time = clock()
  const { wrong, right } = attempts(time)
  for (let n = 0; n < 100; n++) {
    if (n % 9 === 0) await right(`mine${n}@example.com`, '192.0.2.1')
    await wrong(`${n}@example.com`, '192.0.2.1')
  }
  expect(time.waits).toEqual([])
  await wrong('new@example.com', '192.0.2.1')
  expect(time.waits).toEqual([500])
})

test('of guesses side by side, too, only the first ones are quick', async () => {
  const time = clock()
  let [looked, turn] = [0, Promise.resolve()]
  // One at a time, as passwords are hashed.
  const inTurn = (proceed: () => void) => {
    turn = turn
      .catch(() => {})
      .then(() => {
        proceed()
        looked++
        throw new WrongCredentials()
      })
    return turn
  }
  let waiting = 0
  const held = Promise.withResolvers<void>()
  const slow = createLoginThrottle({
    now: time.now,
    wait: () => {
      waiting++
      return held.promise
    },
  })
  const attempt = () =>
    rejection(
      slow.attempt({ email: 'a@example.com', address: '192.0.2.1', signal: new AbortController().signal }, inTurn),
    )
  const all = Array.from({ length: 40 }, attempt)
  const [refused] = await Promise.all(all.slice(20))
  expect([looked, waiting, String(refused)]).toEqual([
    10,
    10,
    'LoginThrottled: Too many log-ins have failed. Try again in 5 seconds.',
  ])
  held.resolve()
  await Promise.all(all)
  expect(looked).toBe(20)
})

test('whoever waits is let go when the client leaves, and when the server stops', async () => {
  const guesses = createLoginThrottle()
  const work = async () => {
    throw new WrongCredentials()
  }
  const attempt = (signal: AbortSignal) =>
    rejection(guesses.attempt({ email: 'a@example.com', address: '192.0.2.1', signal }, work))
  const here = new AbortController()
  for (let n = 0; n < 16; n++) {
    const leaves = new AbortController()
    const outcome = attempt(n < 10 ? here.signal : leaves.signal)
    leaves.abort()
    expect(String(await outcome)).toContain(n < 10 ? 'incorrect' : 'gone')
  }
  const waits = attempt(here.signal)
  guesses.close()
  expect(String(await waits)).toContain('LoginThrottled')
})

test('over HTTP a right password gets in after however many wrong ones, and nothing tells whether there is an account', async () => {
  const time = clock()
  await using library = await startTestLibrary({ loginThrottle: time })
  const { join, anonymous } = library
  await anonymous.post('/register', {
    name: 'Nica',
    email: 'nica@example.com',
    password: 'pannonica',
    password_confirmation: 'pannonica',
  })
  const waits: Record<string, number[]> = {}
  const texts = new Set<string>()
  for (const email of ['nica@example.com', 'nobody@example.com']) {
    time.waits.length = 0
    for (let n = 0; n < 13; n++) {
      const { status, text } = await anonymous.post('/login', { email, password: 'wrong' })
      texts.add(`${status} ${text}`)
    }
    waits[email] = [...time.waits]
  }
  expect(waits).toEqual({ 'nica@example.com': [500, 1000, 2000], 'nobody@example.com': [500, 1000, 2000] })
  expect(texts.size).toBe(1)
  expect((await anonymous.post('/login', { email: 'NICA@example.com', password: 'pannonica' })).status).toBe(200)
  expect(time.waits).toHaveLength(4)
  expect((await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })).status).toBe(422)
  expect(time.waits).toHaveLength(4)
  expect((await join('new@example.com')).token).toStartWith('mlib_')
  expect((await anonymous.post('/login', { email: 'admin@example.com', password })).status).toBe(200)
})

test('each failed log-in is told of, with the address alone', async () => {
  const told: object[] = []
  await using library = await startTestLibrary({ onFailedLogin: (failed) => void told.push(failed) })
  await library.anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })
  await library.anonymous.post('/login', { email: 'user@example.com', password })
  await library.anonymous.post('/login', { email: 'user@example.com' })
  expect(told).toEqual([{ address: '127.0.0.1' }])
})
