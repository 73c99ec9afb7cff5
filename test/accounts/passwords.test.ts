import { expect, test } from 'bun:test'
import { dummyHash, hashPassword, verifyPassword } from '../../src/accounts/passwords.ts'
import { concurrently } from '../support/concurrency.ts'

test('passwords that are verified concurrently each get their own result', async () => {
  const hash = await hashPassword('correct horse')
  const results = await concurrently(4, (n) => verifyPassword(n % 2 === 0 ? 'correct horse' : 'wrong', hash))
  expect(results).toEqual(Array.from({ length: 4 }, (_, n) => (n % 2 === 0 ? 'normalized' : undefined)))
})

test('who has no account is compared with a hash of the same cost as those of accounts', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4)
  expect(costOf(dummyHash)).toEqual(costOf(await hashPassword('correct horse')))
})
