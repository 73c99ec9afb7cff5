import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createAlbum } from '../../src/catalogue/album/store.ts'
import { createArtist } from '../../src/catalogue/artist/store.ts'
import { createGenre } from '../../src/catalogue/genre/store.ts'
import { createLabel } from '../../src/catalogue/label/store.ts'
import { createTrack } from '../../src/catalogue/track/store.ts'
import type { Database } from '../../src/database/database.ts'
import { openLibrary } from '../../src/library/open.ts'
import { exportCatalogue } from '../../src/seeding/export.ts'
import { sum } from '../../src/seeding/report.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { seed } from '../../src/seeding/seed.ts'
import { keepKeys } from '../../src/seeding/write.ts'
import { toInstant } from '../../src/validation/day.ts'
import { keyedCatalogues, records } from '../support/arbitraries.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'

const inMemory = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openLibrary(':memory:')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const exported = async (database: Database) => [...(await database.snapshot(exportCatalogue)).pieces].join('')

/** What comes out of a new library that a text was seeded into. */
const again = (text: string) =>
  inMemory(async (database) => {
    await seed(database, text)
    return exported(database)
  })

type Records = typeof records extends fc.Arbitrary<infer Value> ? Value : never

/** Makes records as the API does, in this order or in the opposite one. */
const make = (database: Database, { labels, genres, artists, albums, tracks }: Records, backwards = false) =>
  database.write(async (tx, now) => {
    const all = async <T>(list: T[], one: (entry: T) => Promise<{ id: number }>) => {
      const ids: number[] = []
      const order = [...list.keys()]
      for (const at of backwards ? order.reverse() : order) ids[at] = (await one(list[at] as T)).id
      return ids
    }
    const instant = (text?: string) => (text === undefined ? null : (toInstant(text) ?? null))
    const labelIds = await all(labels, ({ name }) => createLabel(tx, now, name))
    const genreIds = await all(genres, ({ name }) => createGenre(tx, now, name))
    const label_id = (at?: number) => labelIds[at ?? -1] ?? null
    const artistIds = await all(artists, ({ label, release_date, ...artist }) =>
      createArtist(tx, now, { ...artist, label_id: label_id(label), release_date: instant(release_date) }),
    )
    const albumIds = await all(albums, ({ label, release_date, type, ...album }) =>
      createAlbum(tx, now, {
        ...album,
        type: type as 'album',
        label_id: label_id(label),
        release_date: instant(release_date),
      }),
    )
    await all(tracks, ({ album, artists: performers, genres: kinds, ...track }) =>
      createTrack(tx, now, {
        ...track,
        album_id: albumIds[album ?? -1] ?? null,
        artist_ids: performers.flatMap((at) => artistIds[at] ?? []),
        genre_ids: kinds.flatMap((at) => genreIds[at] ?? []),
      }),
    )
  })

test('an export is a catalogue file, a record a line, without keys where names tell records apart', async () => {
  await inMemory(async (database) => {
    await seedValue(database, kindOfBlue)
    expect(await exported(database)).toBe(`{
  "$schema": "./catalogue.schema.json",
  "labels": [
    { "name": "Columbia" }
  ],
  "genres": [
    { "name": "Jazz" },
    { "name": "Modal jazz" }
  ],
  "artists": [
    { "name": "John Coltrane" },
    { "name": "Miles Davis", "label": "Columbia" }
  ],
  "albums": [
    { "title": "Kind of Blue", "label": "Columbia", "type": "album", "release_date": "1959-08-17", "duration_seconds": 2744 }
  ],
  "tracks": [
    { "title": "So What", "file_path": "kind-of-blue/01.flac", "duration_seconds": 562, "album": "Kind of Blue", "artists": ["John Coltrane", "Miles Davis"], "genres": ["Jazz", "Modal jazz"] },
    { "title": "Blue in Green", "file_path": "kind-of-blue/03.flac", "album": "Kind of Blue", "artists": ["Miles Davis"] }
  ]
}
`)
  })
})

test('an empty library has an export too', async () => {
  const empty = await inMemory(exported)
  expect(JSON.parse(empty)).toMatchObject({ labels: [], genres: [], artists: [], albums: [], tracks: [] })
  expect(await again(empty)).toBe(empty)
})

test('the sample comes out the same, and changes nothing where it came from', async () => {
  await inMemory(async (database) => {
    await seed(database, sampleCatalogue())
    const text = await exported(database)
    expect(await again(text)).toBe(text)
    const report = await seed(database, text, { prune: true })
    expect([sum(report, 'created'), sum(report, 'updated'), sum(report, 'deleted')]).toEqual([0, 0, 0])
  })
})

test('export, seed into an empty library, export: byte for byte the same, for catalogues with keys', async () => {
  await fc.assert(
    fc.asyncProperty(keyedCatalogues, async (catalogue) => {
      const text = await again(JSON.stringify(catalogue))
      expect(await again(text)).toBe(text)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('the same for records that the API made, with names that several share', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (made) => {
      const text = await inMemory(async (database) => {
        await make(database, made)
        return exported(database)
      })
      expect(await again(text)).toBe(text)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('with the keys that it needed kept, an export changes nothing where it came from', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (made) => {
      await inMemory(async (database) => {
        await make(database, made)
        const { pieces, invented } = await database.write(async (tx) => {
          const result = await exportCatalogue(tx)
          await keepKeys(tx, result.invented)
          return result
        })
        const text = [...pieces].join('')
        const report = await seed(database, text, { prune: true })
        expect([sum(report, 'created'), sum(report, 'updated'), sum(report, 'deleted')]).toEqual([0, 0, 0])
        expect(await exported(database)).toBe(text)
        expect(invented.length).toBeLessThanOrEqual(sum(report, 'unchanged'))
      })
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('the order in which records were made does not show, where names tell them apart', async () => {
  const distinct = records.filter(({ labels, genres, artists, albums, tracks }) => {
    const names = [labels, genres, artists].map((list) => list.map(({ name }: { name: string }) => name))
    const lists = [...names, albums.map(({ title }) => title), tracks.map(({ file_path }) => file_path)]
    return lists.every((list) => new Set(list).size === list.length)
  })
  await fc.assert(
    fc.asyncProperty(distinct, async (made) => {
      const texts = [false, true].map((backwards) =>
        inMemory(async (database) => {
          await make(database, made, backwards)
          return exported(database)
        }),
      )
      const [one, other] = await Promise.all(texts)
      expect(other).toBe(one as string)
    }),
    { numRuns: 50 },
  )
}, 60_000)

test('a name that is the key of another record is told apart by a key', async () => {
  await inMemory(async (database) => {
    await seedValue(database, {
      labels: [
        { key: 'Verve', name: 'Columbia' },
        { key: 'v', name: 'Verve' },
      ],
      artists: [
        { name: 'a', label: 'v' },
        { name: 'b', label: 'Verve' },
      ],
    })
    const text = await exported(database)
    expect(JSON.parse(text).artists).toEqual([
      { name: 'a', label: 'v' },
      { name: 'b', label: 'Verve' },
    ])
    expect(await again(text)).toBe(text)
  })
})

test('an album whose key is its own title is told apart from another of that title', async () => {
  const text = await again(
    JSON.stringify({
      labels: [{ name: 'L1' }, { name: 'L2' }],
      albums: [
        { key: 'X', title: 'X', label: 'L1' },
        { title: 'X', label: 'L2' },
      ],
    }),
  )
  expect(await again(text)).toBe(text)
})

test('records that share a name are taken in the order of what else is said of them', async () => {
  const tracks = [1, 2, 3].map((n) => ({ title: `title ${n}`, file_path: 'shared', artists: [], genres: [] }))
  const empty = { labels: [], genres: [], artists: [], albums: [] }
  const texts = [false, true].map((backwards) =>
    inMemory(async (database) => {
      await make(database, { ...empty, tracks } as unknown as Records, backwards)
      return exported(database)
    }),
  )
  expect(await texts[0]).toBe((await texts[1]) as string)
})
