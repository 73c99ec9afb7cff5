import { expect, test } from 'bun:test'
import { createDelay } from '../../src/accounts/attemptQueue.ts'
import { createLoginThrottle } from '../../src/accounts/loginThrottle.ts'
import { WrongCredentials } from '../../src/base/errors.ts'
import { createMovableClock } from '../../src/library/clock.ts'
import { rejection } from '../support/database.ts'
import { createManualClock, createTimeline } from '../support/manualClock.ts'

const minute = 60_000

const { signal: neverAborted } = new AbortController()

/** A login throttle, and functions that try a wrong and a right password. They return the result or the error. */
const createAttempts = (options?: Parameters<typeof createLoginThrottle>[0]) => {
  const throttle = createLoginThrottle(options)
  const tryPassword =
    (isRight: boolean) =>
    (email: string, address: string, signal = neverAborted) =>
      throttle
        .attempt({ email, address, signal }, async (proceed) => {
          proceed()
          if (!isRight) throw new WrongCredentials()
          return 'logged in'
        })
        .catch((error) => error)
  return { throttle, tryWrong: tryPassword(false), tryRight: tryPassword(true) }
}

/** Repeats an attempt, one after the other. */
const repeat = async (count: number, attempt: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await attempt()
}

test('after ten failed logins to an account in a row, the next ones are delayed, longer each time up to 15 s, also with a right password', async () => {
  const clock = createManualClock()
  const { tryWrong, tryRight } = createAttempts(clock)
  await repeat(17, () => tryWrong('a@example.com', '192.0.2.1'))
  expect(clock.delays).toEqual([1250, 2500, 5000, 10_000, 15_000, 15_000, 15_000])
  expect(await tryRight('a@example.com', '192.0.2.1')).toBe('logged in')
  expect(clock.delays).toHaveLength(8)
  await tryWrong('a@example.com', '192.0.2.1')
  expect(clock.delays).toHaveLength(8)
})

test('failed logins to an account count together, whatever the case of its e-mail address and the client', async () => {
  const clock = createManualClock()
  const { tryWrong } = createAttempts(clock)
  for (let n = 0; n < 10; n++) await tryWrong(n % 2 ? 'a@example.com' : ' A@Example.com ', `192.0.2.${n}`)
  expect(clock.delays).toEqual([])
  await tryWrong('a@EXAMPLE.com', '198.51.100.1')
  await tryWrong('b@example.com', '198.51.100.1')
  expect(clock.delays).toEqual([1250])
})

test('after a hundred failed logins of a client to different accounts, all its logins are delayed; an IPv6 /64 network is one client', async () => {
  const clock = createManualClock()
  const { tryWrong } = createAttempts(clock)
  for (let n = 0; n < 100; n++) await tryWrong(`${n}@example.com`, `2001:db8::${n}`)
  expect(clock.delays).toEqual([])
  await tryWrong('new@example.com', '2001:db8::abcd')
  await tryWrong('newer@example.com', '2001:db8:0:1::1')
  expect(clock.delays).toEqual([1250])
})

test('fifteen minutes after the last failed login, logins are no longer delayed', async () => {
  const clock = createManualClock()
  const { tryWrong } = createAttempts(clock)
  await repeat(10, () => tryWrong('a@example.com', '192.0.2.1'))
  clock.advance(14 * minute)
  await tryWrong('a@example.com', '192.0.2.1')
  expect(clock.delays).toEqual([1250])
  clock.advance(15 * minute)
  await repeat(10, () => tryWrong('a@example.com', '192.0.2.1'))
  expect(clock.delays).toEqual([1250])
})

test('failed logins of other clients do not delay a client that has logged in to the account before', async () => {
  const clock = createManualClock()
  const { tryWrong, tryRight } = createAttempts(clock)
  expect(await tryRight('a@example.com', '192.0.2.1')).toBe('logged in')
  await repeat(12, () => tryWrong('a@example.com', '198.51.100.1'))
  expect(clock.delays).toEqual([1250, 2500])
  await repeat(30, () => tryWrong('a@example.com', '192.0.2.1'))
  expect(clock.delays).toEqual([1250, 2500])
  await tryWrong('a@example.com', '192.0.2.1')
  expect(clock.delays).toEqual([1250, 2500, 1250])
  await tryRight('a@example.com', '192.0.2.1')
  await tryWrong('a@example.com', '192.0.2.1')
  expect(clock.delays).toEqual([1250, 2500, 1250, 2500])
})

test('logins to an own account do not reset the count of failed logins to other accounts', async () => {
  const clock = createManualClock()
  const { tryWrong, tryRight } = createAttempts(clock)
  for (let n = 0; n < 100; n++) {
    if (n % 9 === 0) await tryRight(`mine${n}@example.com`, '192.0.2.1')
    await tryWrong(`${n}@example.com`, '192.0.2.1')
  }
  expect(clock.delays).toEqual([])
  await tryWrong('new@example.com', '192.0.2.1')
  expect(clock.delays).toEqual([1250])
})

test('of forty concurrent logins to an account, ten are tried at once, ten are delayed, and the others are rejected', async () => {
  const clock = createManualClock()
  let [verifications, queue] = [0, Promise.resolve()]
  // Passwords are verified one after the other, like in the server.
  const verify = (proceed: () => void) => {
    queue = queue
      .catch(() => {})
      .then(() => {
        proceed()
        verifications++
        throw new WrongCredentials()
      })
    return queue
  }
  let delayedLogins = 0
  const delay = Promise.withResolvers<void>()
  const throttle = createLoginThrottle({
    now: clock.now,
    wait: () => {
      delayedLogins++
      return delay.promise
    },
  })
  const attempt = () =>
    rejection(throttle.attempt({ email: 'a@example.com', address: '192.0.2.1', signal: neverAborted }, verify))
  const all = Array.from({ length: 40 }, attempt)
  const [rejected] = await Promise.all(all.slice(20))
  expect([verifications, delayedLogins, String(rejected)]).toEqual([
    10,
    10,
    'LoginThrottled: Too many logins have failed. Try again in 5 seconds.',
  ])
  delay.resolve()
  await Promise.all(all)
  expect(verifications).toBe(20)
})

test('after ten failures at an account, networks that are new to it take turns 1.25 s apart: those with fewer failures first, then the newest', async () => {
  const clock = createTimeline()
  const { throttle, tryWrong } = createAttempts(clock)
  for (let n = 0; n < 10; n++) await tryWrong('a@example.com', `198.51.100.${n}`)
  const turns: [address: string, time: number][] = []
  for (const address of ['198.51.100.1', '203.0.113.1', '198.51.100.2'])
    void tryWrong('a@example.com', address).then(() => turns.push([address, clock.now()]))
  await clock.advanceTo(minute)
  expect(turns).toEqual([
    ['203.0.113.1', 1_250],
    ['198.51.100.2', 2_500],
    ['198.51.100.1', 3_750],
  ])
  throttle.close()
})

test('logins to other accounts, or from many networks, do not make a known network new again', async () => {
  const clock = createManualClock()
  const { tryWrong, tryRight } = createAttempts(clock)
  await tryRight('a@example.com', '192.0.2.1')
  const otherNetworks = Array.from({ length: 10_001 }, (_, n) => `2001:db8:${(n >> 8).toString(16)}:${n % 256}::1`)
  for (const network of otherNetworks) await tryRight('mallory@example.com', network)
  await repeat(12, () => tryWrong('a@example.com', '198.51.100.1'))
  clock.delays.length = 0
  expect(await tryRight('a@example.com', '192.0.2.1')).toBe('logged in')
  expect(clock.delays).toEqual([])
})

test('an attacker with ever new networks of one site does not keep the owner out', async () => {
  const clock = createTimeline()
  const { throttle, tryWrong, tryRight } = createAttempts(clock)
  // Ten attempts a second, each from another /64 of one /48.
  let networks = 0
  const attack = async () => {
    while (clock.now() < 2 * minute) {
      void tryWrong('a@example.com', `2001:db8:1:${(networks++).toString(16)}::1`)
      await clock.wait(100, neverAborted)
    }
  }
  void attack()
  await clock.advanceTo(minute)
  const owner = tryRight('a@example.com', '203.0.113.1').then(() => clock.now() - minute)
  await clock.advanceTo(2 * minute)
  expect(networks).toBeGreaterThan(1_000)
  expect(await owner).toBeLessThan(3_000)
  throttle.close()
})

test('a reset forgets failed logins, and ends the delayed ones', async () => {
  const { throttle, tryWrong, tryRight } = createAttempts()
  await repeat(10, () => tryWrong('a@example.com', '192.0.2.1'))
  const delayed = tryWrong('a@example.com', '192.0.2.1')
  throttle.reset()
  expect(String(await delayed)).toContain('LoginThrottled')
  expect(await tryRight('a@example.com', '192.0.2.1')).toBe('logged in')
})

test('a delayed login ends when its client disconnects, and when the server stops', async () => {
  const { throttle, tryWrong } = createAttempts()
  for (let n = 0; n < 16; n++) {
    const disconnected = new AbortController()
    const error = tryWrong('a@example.com', '192.0.2.1', n < 10 ? neverAborted : disconnected.signal)
    disconnected.abort()
    expect(String(await error)).toContain(n < 10 ? 'incorrect' : 'disconnected')
  }
  const delayed = tryWrong('a@example.com', '192.0.2.1')
  throttle.close()
  expect(String(await delayed)).toContain('LoginThrottled')
})

test('a delay ends by itself, when its clock is moved, and when the client has gone', async () => {
  const clock = createMovableClock()
  const wait = createDelay(clock)
  await wait(1, new AbortController().signal)
  const moved = wait(3_600_000, new AbortController().signal)
  clock.advance?.(3_599_000)
  expect(Bun.peek.status(moved)).toBe('pending')
  clock.advance?.(1_000)
  await moved
  const aborting = new AbortController()
  const aborted = wait(3_600_000, aborting.signal)
  aborting.abort()
  expect(await rejection(aborted)).toMatchObject({ name: 'AbortError' })
})
