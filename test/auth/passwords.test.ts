import { expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { hashPassword, maxQueuedHashes, verifyPassword } from '../../src/auth/passwords.ts'
import { startTestLibrary } from '../support/library.ts'

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('of many passwords that are compared at once, every response is its own', async () => {
  const hash = await hashPassword('correct horse')
  const fits = await times(12, (n) => verifyPassword(n % 3 === 0 ? 'correct horse' : 'wrong', hash))
  expect(fits).toEqual(Array.from({ length: 12 }, (_, n) => n % 3 === 0))
})

test('when too many wait to log in, the next are told to come back, and those who wait are not', async () => {
  await using library = await startTestLibrary({ loginThrottle: false })
  const most = maxQueuedHashes + availableParallelism()
  const responses = await times(most + 20, () =>
    library.anonymous.post('/login', { email: 'nobody@example.com', password: 'wrong' }),
  )
  const refused = responses.filter(({ status }) => status === 503)
  expect(responses.filter(({ status }) => status === 422).length + refused.length).toBe(most + 20)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(refused[0]?.body.message).toContain('Try again')
  expect((await library.anonymous.post('/login', { email: 'nobody@example.com', password: 'wrong' })).status).toBe(422)
}, 60_000)
