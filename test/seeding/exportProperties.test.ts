import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Database } from '../../src/library/database.ts'
import { exportCatalogue } from '../../src/seeding/export/exportCatalogue.ts'
import { storeKeys } from '../../src/seeding/export/storeKeys.ts'
import { sum } from '../../src/seeding/report/report.ts'
import { toInstant } from '../../src/validation/day.ts'
import { type ApiRecords, apiRecords, keyedCatalogue } from '../support/arbitraries.ts'
import { exportText, seedAndExport, withLibrary } from '../support/catalogue.ts'
import { createAlbum, createArtist, createGenre, createLabel, createTrack } from '../support/catalogueStore.ts'
import { amount } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'
import { unaudited } from '../support/unaudited.ts'

/** Creates records as the API does, in their order or in reverse. */
const createRecords = (
  database: Database,
  { labels, genres, artists, albums, tracks }: ApiRecords,
  { reverse = false } = {},
) =>
  database.write(async (tx) => {
    /** Creates a record for each item. Returns their ids in the order of the items. */
    const createAll = async <T>(items: T[], create: (item: T) => Promise<{ id: number }>) => {
      const ids: number[] = []
      const indexedItems = [...items.entries()]
      for (const [index, item] of reverse ? indexedItems.reverse() : indexedItems) ids[index] = (await create(item)).id
      return ids
    }
    const toInstantOrNull = (text?: string) => (text === undefined ? null : (toInstant(text) ?? null))
    const labelIds = await createAll(labels, ({ name }) => createLabel(tx, name))
    const genreIds = await createAll(genres, ({ name }) => createGenre(tx, name))
    const labelIdAt = (index?: number) => labelIds[index ?? -1] ?? null
    const artistIds = await createAll(artists, ({ label, release_date, ...artist }) =>
      createArtist(tx, { ...artist, label_id: labelIdAt(label), release_date: toInstantOrNull(release_date) }),
    )
    const albumIds = await createAll(albums, ({ label, release_date, type, ...album }) =>
      createAlbum(tx, {
        ...album,
        type: type as 'album', // The arbitrary has no types but those of albums.
        label_id: labelIdAt(label),
        release_date: toInstantOrNull(release_date),
      }),
    )
    await createAll(tracks, ({ album, artists: artistIndexes, genres: genreIndexes, ...track }) =>
      createTrack(tx, {
        ...track,
        album_id: albumIds[album ?? -1] ?? null,
        artist_ids: artistIndexes.flatMap((index) => artistIds[index] ?? []),
        genre_ids: genreIndexes.flatMap((index) => genreIds[index] ?? []),
      }),
    )
  })

test('an export of a catalogue with keys, seeded into an empty library, is exported byte for byte the same', async () => {
  await fc.assert(
    fc.asyncProperty(keyedCatalogue, async (catalogue) => {
      const text = await seedAndExport(JSON.stringify(catalogue))
      expect(await seedAndExport(text)).toBe(text)
    }),
    { numRuns: amount(8, 500) },
  )
})

test('an export of records that share names, seeded into an empty library, is exported byte for byte the same', async () => {
  await fc.assert(
    fc.asyncProperty(apiRecords, async (records) => {
      const text = await withLibrary(async (database) => {
        await createRecords(database, records)
        return exportText(database)
      })
      expect(await seedAndExport(text)).toBe(text)
    }),
    { numRuns: amount(8, 500) },
  )
})

test('an export whose generated keys are stored changes nothing when it is seeded again', async () => {
  await fc.assert(
    fc.asyncProperty(apiRecords, async (records) => {
      await withLibrary(async (database) => {
        await createRecords(database, records)
        const { chunks, generatedKeys } = await database.write(async (tx) => {
          const result = await exportCatalogue(tx.db)
          await storeKeys(unaudited(tx), result.generatedKeys)
          return result
        })
        const text = [...chunks].join('')
        // The first seed may put names into their normal form.
        await seedText(database, text, { prune: true })
        const report = await seedText(database, text, { prune: true })
        expect([sum(report, 'created'), sum(report, 'updated'), sum(report, 'deleted')]).toEqual([0, 0, 0])
        expect(await exportText(database)).toBe(text)
        expect(generatedKeys.length).toBeLessThanOrEqual(sum(report, 'unchanged'))
      })
    }),
    { numRuns: amount(8, 500) },
  )
})

test('an export of records with different names does not depend on the order in which they were created', async () => {
  const distinct = apiRecords.filter(({ labels, genres, artists, albums, tracks }) => {
    const names = [labels, genres, artists].map((list) => list.map(({ name }: { name: string }) => name))
    const lists = [...names, albums.map(({ title }) => title), tracks.map(({ file_path }) => file_path)]
    return lists.every((list) => new Set(list).size === list.length)
  })
  await fc.assert(
    fc.asyncProperty(distinct, async (records) => {
      const texts = [false, true].map((reverse) =>
        withLibrary(async (database) => {
          await createRecords(database, records, { reverse })
          return exportText(database)
        }),
      )
      const [forward, backward] = await Promise.all(texts)
      expect(backward).toBe(forward as string)
    }),
    { numRuns: amount(8, 300) },
  )
})

test('generated keys of records that share a name do not depend on the order in which they were created', async () => {
  const otherMembers = { duration_seconds: undefined, album: undefined, artists: [], genres: [] }
  const tracks = [1, 2, 3].map((number) => ({ title: `title ${number}`, file_path: 'shared', ...otherMembers }))
  const records: ApiRecords = { labels: [], genres: [], artists: [], albums: [], tracks }
  const texts = [false, true].map((reverse) =>
    withLibrary(async (database) => {
      await createRecords(database, records, { reverse })
      return exportText(database)
    }),
  )
  expect(await texts[0]).toBe((await texts[1]) as string)
})
