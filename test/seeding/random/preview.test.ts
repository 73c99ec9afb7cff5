import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { openLibrary } from '../../../src/library/open.ts'
import { newDatabase } from '../../support/database.ts'
import { amount, isLongForm } from '../../support/longForm.ts'
import { randomCase } from './cases.ts'
import { createListeners, readState, writeState } from './libraryState.ts'
import { trySeed } from './trySeed.ts'

// Previews of random files in random libraries, and what the seeds then do.

test('a preview needs no lock that another program holds, writes nothing, and has the report of the seed', async () => {
  await using database = await newDatabase()
  const other = await openLibrary(database.databaseUrl)
  await createListeners(database)
  // One that waits for the lock fails at once, and not after each step with which fast-check shrinks a case.
  await other.write(() => trySeed(database, {}, { dryRun: true }))
  let previewed = 0
  const property = fc.asyncProperty(randomCase, async (random) => {
    const { file, prune } = random
    await writeState(database, random)
    const before = await readState(database)
    const { committedWrites } = database.stats()
    const preview = await other.write(() => trySeed(database, file, { prune, dryRun: true }))
    expect(await readState(database)).toEqual(before)
    expect(database.stats().committedWrites).toBe(committedWrites)
    expect(JSON.stringify(await trySeed(database, file, { prune }))).toBe(JSON.stringify(preview))
    if (preview.report) previewed++
    else expect(await readState(database)).toEqual(before)
  })
  await fc.assert(property, { numRuns: amount(30, 1_200), ...(!isLongForm && { seed: 1 }) })
  expect(previewed).toBeGreaterThan(10)
  await other.close()
})
