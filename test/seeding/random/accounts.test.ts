import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Database } from '../../../src/library/database.ts'
import { openLibrary } from '../../../src/library/open.ts'
import type { AccountEntry } from '../../../src/seeding/accounts/format.ts'
import { type AccountChange, InvalidAccounts, seedAccounts } from '../../../src/seeding/accounts/seedAccounts.ts'
import { tokenFor } from '../../support/accounts.ts'
import { kindOfBlue, seedValue } from '../../support/catalogue.ts'
import { newDatabase } from '../../support/database.ts'
import { passwordHash } from '../../support/library.ts'
import { isLongForm, tries } from '../../support/longForm.ts'

// Random accounts that are seeded one after another into one library. They have few addresses, roles and tokens.

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

const entry = fc.record({
  email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'),
  name: optional('A', 'B'),
  role: optional('admin' as const, 'user' as const),
  password_hash: optional(passwordHash, passwordHash.slice(0, -1) + (passwordHash.endsWith('A') ? 'E' : 'A')),
  token: optional(tokenFor('x'), tokenFor('y'), tokenFor('z')),
  likes: optional(...kindOfBlue.tracks.map(({ file_path }) => [file_path])),
  locked: optional(true, false),
})

/** The report and the changes, or the problems of the entries. */
const trySeed = async (database: Database, entries: AccountEntry[], dryRun: boolean) => {
  const changes: AccountChange[] = []
  try {
    const report = await seedAccounts(database, entries, { dryRun, onChange: (change) => void changes.push(change) })
    return { report, changes }
  } catch (error) {
    if (!(error instanceof InvalidAccounts)) throw error
    return { problems: error.problems }
  }
}

test('a dry run of accounts needs no lock that another program holds, writes nothing, and has the report of the seed', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const other = await openLibrary(database.databaseUrl)
  await other.write(() => trySeed(database, [{ email: 'a@example.com', token: tokenFor('x') }], true))
  let valid = 0
  const property = fc.asyncProperty(
    fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ email }) => email }),
    async (random) => {
      const entries = JSON.parse(JSON.stringify(random)) // without members that are undefined
      const { committedWrites } = database.stats()
      const dryRun = await other.write(() => trySeed(database, entries, true))
      expect(database.stats().committedWrites).toBe(committedWrites)
      const outcome = await trySeed(database, entries, false)
      expect(outcome).toEqual(dryRun)
      if (!outcome.report) return
      valid++
      expect(await trySeed(database, entries, false)).toMatchObject({ changes: [] })
    },
  )
  await fc.assert(property, { numRuns: tries(100), ...(!isLongForm && { seed: 1 }) })
  expect(valid).toBeGreaterThan(20)
  await other.close()
})
