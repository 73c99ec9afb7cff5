import { expect, test } from 'bun:test'
import { compareMember } from '../../src/seeding/decide/members.ts'

// Hashes stand for values: 1 for A, 2 for B, 3 for C; -1 for nothing.

const nothing = -1

test.each([
  ['only the file has changed it', { said: 1, had: 1, says: 2, has: 1 }, 'file'],
  ['the file said nothing before, and nobody has changed it', { said: nothing, had: 1, says: 2, has: 1 }, 'file'],
  ['only people have changed it', { said: 1, had: 1, says: 1, has: 2 }, 'asks'],
  ['both have changed it', { said: 1, had: 1, says: 2, has: 3 }, 'asks'],
  ['people have changed what the file said nothing about', { said: nothing, had: 1, says: 2, has: 3 }, 'asks'],
  ['an earlier seed has kept it, and nobody has changed it since', { said: 1, had: 2, says: 1, has: 2 }, 'stays'],
  ['an earlier seed has kept it, and the file has changed it since', { said: 1, had: 2, says: 3, has: 2 }, 'asks'],
  ['an earlier seed has kept it, and people have changed it since', { said: 1, had: 2, says: 1, has: 3 }, 'asks'],
] as const)('a member in which a record differs from its entry: %s', (_, compared, outcome) => {
  expect(compareMember(compared)).toBe(outcome)
})
