import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createAuditedWrite } from '../../../src/audit/auditedWrite.ts'
import { commandLine } from '../../../src/audit/entry.ts'
import { readEntries } from '../../../src/audit/store.ts'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import { undoEntry } from '../../../src/history/undo/undo.ts'
import type { Database } from '../../../src/library/database.ts'
import { ownWork } from '../../../src/library/longWork.ts'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import { seedValue, withLibrary } from '../../support/catalogue.ts'
import { amount, isLongForm } from '../../support/longForm.ts'
import { randomCase } from './cases.ts'
import { createListeners, type LibraryState, readState, writeState } from './libraryState.ts'

// Random files that are seeded into random libraries, and undone.

const newestId = async ({ read }: Database) => (await Array.fromAsync(readEntries(read, {}, 1))).flat()[0]?.id ?? 0

/** Undoes the newest entry as its preview shows. */
const undoNewest = async (database: Database) => {
  const id = await newestId(database)
  const keepMs = 86_400_000
  const context = { write: createAuditedWrite(database.write, commandLine), longWork: ownWork }
  const { changes, conflicts } = await undoEntry(database, context, id, { keepMs, dry_run: true })
  expect(conflicts).toEqual([])
  await undoEntry(database, context, id, { keepMs, digest: changes.digest })
}

/** Undoing sets when a record was changed. */
const withoutStamps = (state: LibraryState) => ({
  likes: state.likes,
  ...Object.fromEntries(resourceNames.map((name) => [name, state[name].map(({ updated_at, ...row }) => row)])),
})

test(
  'a seed that is undone leaves the library as it was, and that undone leaves it as the seed did',
  () =>
    withLibrary(async (database) => {
      await createListeners(database)
      let undone = 0
      const property = fc.asyncProperty(randomCase, async (random) => {
        await writeState(database, random)
        const before = withoutStamps(await readState(database))
        const entry = await newestId(database)
        try {
          await seedValue(database, random.file, { prune: random.prune })
        } catch (error) {
          if (error instanceof InvalidCatalogue) return
          throw error
        }
        // A seed without a change has no entry.
        if ((await newestId(database)) === entry) return
        const after = withoutStamps(await readState(database))
        await undoNewest(database)
        expect(withoutStamps(await readState(database))).toEqual(before)
        await undoNewest(database)
        expect(withoutStamps(await readState(database))).toEqual(after)
        undone++
      })
      await fc.assert(property, { numRuns: amount(60, 2_000), ...(!isLongForm && { seed: 1 }) })
      expect(undone).toBeGreaterThan(10)
    }),
  240_000,
)
