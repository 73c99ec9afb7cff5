import { expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { fitsPassword, hashPassword, mostWaiting } from '../../src/access/passwords.ts'
import { startLibrary } from '../support/library.ts'

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('passwords are hashed in the order they come, a few at a time, and every answer is its own', async () => {
  const hash = await hashPassword('correct horse')
  const done: number[] = []
  const fits = await times(12, async (n) => {
    const answer = await fitsPassword(n % 3 === 0 ? 'correct horse' : 'wrong', hash)
    done.push(n)
    return answer
  })
  expect(fits).toEqual(Array.from({ length: 12 }, (_, n) => n % 3 === 0))
  // With so many at a time, nobody is overtaken by more.
  for (const [at, n] of done.entries()) expect(Math.abs(at - n)).toBeLessThan(availableParallelism() + 1)
})

test('when too many wait to log in, the next are told to come back, and those who wait are not', async () => {
  await using library = await startLibrary()
  const most = mostWaiting + availableParallelism()
  const answers = await times(most + 20, () =>
    library.nobody.post('/login', { email: 'nobody@example.com', password: 'wrong' }),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 422).length + refused.length).toBe(most + 20)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(refused[0]?.body.message).toContain('Try again')
  expect((await library.nobody.post('/login', { email: 'nobody@example.com', password: 'wrong' })).status).toBe(422)
}, 60_000)
