import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Database } from '../../../src/database/database.ts'
import { toNormalForm } from '../../../src/seeding/normalForm.ts'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import type { Report } from '../../../src/seeding/report/report.ts'
import { type Entry, nameOf, type SectionName, sectionNames, sections } from '../../../src/seeding/sections.ts'
import { seed } from '../../../src/seeding/seed.ts'
import { exportText, seedValue, withLibrary } from '../../support/catalogue.ts'
import { isLongForm, tries } from '../../support/longForm.ts'
import { type RandomCase, randomCase } from './cases.ts'
import { describeDifferences } from './differences.ts'
import { createListeners, type LibraryState, readState, writeState } from './libraryState.ts'

// Random files that are seeded into random libraries. Some are rejected: these change nothing.

type Options = Parameters<typeof seed>[2]

/** The report of a seed, or the problems of the file. */
const trySeed = async (database: Database, file: unknown, options: Options) => {
  try {
    return { report: await seedValue(database, file, { ...options, maxChanges: Number.POSITIVE_INFINITY }) }
  } catch (error) {
    if (!(error instanceof InvalidCatalogue)) throw error
    return { problems: error.problems }
  }
}

const forRandomCases = (check: (database: Database, random: RandomCase) => Promise<void>) =>
  withLibrary(async (database) => {
    await createListeners(database)
    const property = fc.asyncProperty(randomCase, async (random) => {
      await writeState(database, random)
      await check(database, random)
    })
    const seed = process.env.SEED ?? (isLongForm ? undefined : 1)
    await fc.assert(property, { numRuns: tries(250), ...(seed !== undefined && { seed: Number(seed) }) })
  })

test(
  'a dry run says exactly what the seed does',
  () =>
    forRandomCases(async (database, { file, prune }) => {
      const before = await readState(database)
      const dry = await trySeed(database, file, { prune, dryRun: true })
      expect(await readState(database)).toEqual(before)
      const { report, problems } = await trySeed(database, file, { prune })
      expect({ report, problems }).toEqual(dry as never)
      const after = await readState(database)
      if (report) expect(describeDifferences(before, after, report)).toEqual([])
      else expect(after).toEqual(before)
    }),
  120_000,
)

test(
  'a second seed changes nothing',
  () =>
    forRandomCases(async (database, { file, prune }) => {
      if (!(await trySeed(database, file, { prune })).report) return
      const before = await readState(database)
      expect(await trySeed(database, file, { prune })).toMatchObject({ report: { changes: [], warnings: [] } })
      expect(await readState(database)).toEqual(before)
    }),
  120_000,
)

/** The number of likes of tracks that are gone. */
const likesOfGone = (before: LibraryState, after: LibraryState) => {
  const ids = new Set(after.tracks.map(({ id }) => `${id}`))
  return before.likes.filter((pair) => !ids.has(pair.split(' ')[1] ?? '')).length
}

test(
  'no like is lost that the report does not name',
  () =>
    forRandomCases(async (database, { file, prune }) => {
      const before = await readState(database)
      const { report } = await trySeed(database, file, { prune })
      if (!report) return
      const after = await readState(database)
      const { lost_likes, likes_deleted, likes_moved } = report
      expect(likesOfGone(before, after)).toBe(likes_deleted + likes_moved)
      expect(lost_likes.reduce((total, { likes }) => total + likes, 0)).toBe(likes_deleted)
      const ids = new Set(after.tracks.map(({ id }) => `${id}`))
      const kept = before.likes.filter((pair) => ids.has(pair.split(' ')[1] ?? ''))
      expect(after.likes).toEqual(expect.arrayContaining(kept))
      const into = report.changes.flatMap(({ section, action, into }) =>
        section === 'tracks' && action === 'merge' ? [into] : [],
      )
      const gained = after.likes.filter((pair) => !kept.includes(pair)).map((pair) => Number(pair.split(' ')[1]))
      for (const id of gained)
        expect(into).toContain(nameOf(sections.tracks, after.tracks.find((track) => track.id === id) as never))
      if (likes_moved === 0) expect(gained).toEqual([])
    }),
  120_000,
)

test(
  'proposed renames are carried out, keep apart what the file keeps apart, and are not proposed again',
  () =>
    forRandomCases(async (database, random) => {
      const { file, prune } = random
      const { report } = await trySeed(database, file, { prune })
      if (!report || report.likely_renames.length === 0) return
      const plain = await readState(database)
      await writeState(database, random)
      const before = await readState(database)
      const accepted = await trySeed(database, file, { prune, acceptedRenames: report.likely_renames })
      expect(accepted).toMatchObject({ report: { likely_renames: [] } })
      const after = await readState(database)
      expect(describeDifferences(before, after, accepted.report as Report)).toEqual([])
      for (const { section, id, name } of report.likely_renames)
        expect(after[section]).toContainEqual(
          expect.objectContaining({ id, [sections[section].identityMembers[0]]: name }),
        )
      expect(referencesIn(plain, file)).toEqual(expect.arrayContaining(referencesIn(after, file)))
      expect(await trySeed(database, file, { prune })).toMatchObject({ report: { changes: [] } })
      expect(await readState(database)).toEqual(after)
    }),
  120_000,
)

/** The references of the records that the entries of a file describe, by name. */
const referencesIn = (state: LibraryState, file: RandomCase['file']) =>
  sectionNames.flatMap((section) => {
    const { targets } = sections[section]
    return (file[section] ?? []).flatMap((entry) => {
      const name = toNormalForm(nameOf(sections[section], entry as Entry))
      const rows = state[section].filter((row) => toNormalForm(nameOf(sections[section], row)) === name)
      const members = Object.keys(entry).filter((member) => targets[member])
      return rows.flatMap((row) =>
        members.map((member) => `${name} ${member} ${namesOf(state, targets[member] as SectionName, row[member])}`),
      )
    })
  })

const namesOf = (state: LibraryState, name: SectionName, ids: unknown) =>
  [ids]
    .flat()
    .map((id) => state[name].filter((row) => row.id === id).map((row) => nameOf(sections[name], row)))
    .sort()

test(
  'an export of a seeded library, seeded into a new one, is exported byte for byte the same',
  () =>
    withLibrary((other) =>
      forRandomCases(async (database, { file, prune }) => {
        await trySeed(database, file, { prune })
        const text = await exportText(database)
        // It is emptied, since a new one for each case takes longer than all else.
        await seed(other, '{}', { prune: true })
        await seed(other, text)
        expect(await exportText(other)).toBe(text)
      }),
    ),
  120_000,
)
