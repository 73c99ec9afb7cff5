import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromKeys } from '../../../src/base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../../../src/catalogue/resources.ts'
import type { Database } from '../../../src/library/database.ts'
import { type Entry, nameOf, toNormalForm } from '../../../src/seeding/entries.ts'
import { withLibrary } from '../../support/catalogue.ts'
import { amount, isLongForm } from '../../support/longForm.ts'
import { type RandomCase, randomCase } from './cases.ts'
import { createListeners, type LibraryState, readState, writeState } from './libraryState.ts'
import { trySeed } from './trySeed.ts'

// Random files that are seeded into random libraries. Many of them have problems.

/** `SEED=5` repeats what a run with this seed has tried. The short form always tries the same. */
const seedOfRun = process.env.SEED ?? (isLongForm ? undefined : 1)

const randomTest = (name: string, check: (database: Database, random: RandomCase) => Promise<void>) => {
  const run = async (database: Database) => {
    await createListeners(database)
    const property = fc.asyncProperty(randomCase, async (random) => {
      await writeState(database, random)
      await check(database, random)
    })
    await fc.assert(property, {
      numRuns: amount(40, 2_400),
      ...(seedOfRun !== undefined && { seed: Number(seedOfRun) }),
    })
  }
  test(name, () => withLibrary(run), 240_000)
}

randomTest('a second seed changes nothing, also without formerly', async (database, { file, prune }) => {
  if (!(await trySeed(database, file, { prune })).report) return
  const before = await readState(database)
  expect(await trySeed(database, file, { prune })).toMatchObject({ report: { changes: [], warnings: [] } })
  expect(await readState(database)).toEqual(before)
  const withoutFormers = fromKeys(resourceNames, (name) => file[name].map(({ formerly, ...entry }) => entry))
  // It has problems where references have former names.
  await trySeed(database, withoutFormers, { prune })
  expect(await readState(database)).toEqual(before)
})

randomTest('no like is lost that the report does not name', async (database, { file, prune }) => {
  const before = await readState(database)
  const { report } = await trySeed(database, file, { prune })
  if (!report) return
  const after = await readState(database)
  const exists = ({ track_id }: LibraryState['likes'][number]) => after.tracks.some(({ id }) => id === track_id)
  const { lost_likes, likes_deleted, likes_moved, changes } = report
  expect(before.likes.filter((like) => !exists(like))).toHaveLength(likes_deleted + likes_moved)
  expect(lost_likes.reduce((total, { likes }) => total + likes, 0)).toBe(likes_deleted)
  for (const lost of lost_likes) {
    const gone = before.tracks.filter(({ id }) => !exists({ user_id: 0, track_id: id }))
    const same = gone.filter(({ file_path, key }) => file_path === lost.name && key === (lost.key ?? null))
    const counts = same.map(({ id }) => before.likes.filter(({ track_id }) => track_id === id).length)
    expect(counts).toContain(lost.likes)
  }
  const kept = before.likes.filter(exists)
  expect(after.likes).toEqual(expect.arrayContaining(kept))
  const moved = after.likes.filter((like) => !kept.some((other) => Bun.deepEquals(other, like)))
  expect(moved.length).toBeLessThanOrEqual(likes_moved)
  const into = changes.map((change) => change.section === 'tracks' && change.into)
  for (const { track_id } of moved)
    expect(into).toContain(after.tracks.find(({ id }) => id === track_id)?.file_path as never)
})

randomTest('proposed renames are carried out, and keep apart what the file keeps apart', async (database, random) => {
  const { file, prune } = random
  const { report } = await trySeed(database, file, { prune })
  if (!report || report.likely_renames.length === 0) return
  const withoutRenames = await readState(database)
  await writeState(database, random)
  const renamed = await trySeed(database, file, { prune, acceptedRenames: report.likely_renames })
  const after = await readState(database)
  expect(renamed).toMatchObject({ report: { likely_renames: [] } })
  for (const { section, id, name } of report.likely_renames) {
    const record = after[section].find((row) => row.id === id)
    expect(record && nameOf(resources[section], record)).toBe(name)
  }
  expect(referencesIn(withoutRenames, file)).toEqual(expect.arrayContaining(referencesIn(after, file)))
  expect(await trySeed(database, file, { prune })).toMatchObject({ report: { changes: [] } })
  expect(await readState(database)).toEqual(after)
})

/** The references that the entries of a file have, with the names of the records to which those of the library refer. */
const referencesIn = (state: LibraryState, file: RandomCase['file']) =>
  resourceNames.flatMap((name) => {
    const section = resources[name]
    const normalNameOf = (record: Entry) => toNormalForm(nameOf(section, record))
    return file[name].flatMap((entry) => {
      const text = normalNameOf(entry as Entry)
      const rows = state[name].filter((row) => normalNameOf(row) === text)
      const targets = Object.entries(section.targets).filter(([member]) => member in entry)
      return rows.flatMap((row) =>
        targets.map(([member, target]) => `${text} ${member} ${namesOf(state, target, row[member])}`),
      )
    })
  })

const namesOf = (state: LibraryState, name: ResourceName, ids: unknown) =>
  state[name]
    .filter(({ id }) => [ids].flat().includes(id))
    .map((row) => nameOf(resources[name], row))
    .sort()
