import { expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { hashPassword, maxQueuedHashes, verifyPassword } from '../../src/accounts/passwords.ts'
import { concurrently } from '../support/concurrency.ts'
import { startTestLibrary } from '../support/library.ts'
import { inLongForm } from '../support/longForm.ts'

test('passwords that are verified concurrently each get their own result', async () => {
  const hash = await hashPassword('correct horse')
  const results = await concurrently(12, (n) => verifyPassword(n % 3 === 0 ? 'correct horse' : 'wrong', hash))
  expect(results).toEqual(Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? 'normalized' : undefined)))
})

inLongForm(test)(
  'when the queue of hashes is full, further logins get a 503 with Retry-After, and the queued ones a 422',
  async () => {
    await using library = await startTestLibrary({ loginThrottle: false })
    const maxConcurrentLogins = maxQueuedHashes + availableParallelism()
    const responses = await concurrently(maxConcurrentLogins + 20, () =>
      library.anonymous.post('/login', { email: 'nobody@example.com', password: 'wrong' }),
    )
    const rejected = responses.filter(({ status }) => status === 503)
    expect(responses.filter(({ status }) => status === 422).length + rejected.length).toBe(maxConcurrentLogins + 20)
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected[0]?.headers.get('retry-after')).toBe('5')
    expect(rejected[0]?.body.message).toContain('Try again')
    expect((await library.anonymous.post('/login', { email: 'nobody@example.com', password: 'wrong' })).status).toBe(
      422,
    )
  },
)
