import { expect, test } from 'bun:test'
import { createMusicLibrary } from '../../src/index.ts'
import { type GeneratedCatalogue, generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { startMusicLibrary } from '../../testing/index.ts'
import { binary } from '../support/binary.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { rejection } from '../support/database.ts'
import { isLongForm } from '../support/longForm.ts'

interface Entry {
  name: string
  title: string
  file_path: string
  [member: string]: unknown
}

const parse = (options: GeneratedCatalogue): Record<string, Entry[]> => JSON.parse(generateCatalogue(options))

test('the same numbers give the same catalogue, and another seed gives another one', () => {
  const text = generateCatalogue({ tracks: 300 })
  expect(generateCatalogue({ tracks: 300, seed: 1 })).toBe(text)
  expect(generateCatalogue({ tracks: 300, seed: 2 })).not.toBe(text)
  // Tests of others may name what is in it: a version that changes it says so in the changelog.
  const [track] = parse({ tracks: 10, seed: 7 }).tracks ?? []
  expect(track?.title).toBe(firstTitle)
})

const firstTitle = 'Дальний Город'

test('it has names of five scripts, every type, missing fields and several artists', () => {
  const { labels = [], artists = [], albums = [], tracks = [], genres = [] } = parse({ tracks: 5_000 })
  expect([labels, genres, artists, albums, tracks].map(({ length }) => length)).toEqual([10, 50, 250, 500, 5_000])
  for (const script of ['Latin', 'Cyrillic', 'Greek', 'Han', 'Arabic']) {
    const pattern = new RegExp(`\\p{Script=${script}}`, 'u')
    for (const names of [artists.map(({ name }) => name), tracks.map(({ title }) => title)])
      expect([script, names.filter((name) => pattern.test(name)).length > 10]).toEqual([script, true])
  }
  expect(new Set(albums.map(({ type }) => type))).toEqual(new Set(['album', 'single', 'ep']))
  for (const [records, members] of [
    [artists, ['label']],
    [albums, ['label', 'release_date', 'duration_seconds']],
    [tracks, ['duration_seconds', 'album', 'artists', 'genres']],
  ] as const) {
    for (const member of members) {
      const without = records.filter((record) => record[member] === undefined).length
      expect([member, without > 0, without < records.length * 0.6]).toEqual([member, true, true])
    }
  }
  expect(tracks.filter(({ artists }) => Array.isArray(artists) && artists.length > 1).length).toBeGreaterThan(300)
})

test.each([1, 2, 11, 200, ...(isLongForm ? [100_000] : [])])(
  '%d tracks are seeded without a problem or a warning',
  async (tracks) => {
    for (const seed of [1, 7]) {
      await using library = await createMusicLibrary()
      const report = await library.seed({ tracks, seed })
      expect([report.sections.tracks.created, report.warnings]).toEqual([tracks, []])
      const again = await library.seed({ tracks, seed })
      expect([again.sections.tracks.unchanged, again.sections.albums.updated]).toEqual([tracks, 0])
    }
  },
)

test('a library of a test and a server begin with one', async () => {
  const catalogue = { tracks: 120, seed: 7 }
  const users = [{ email: 'ada@example.com', password: 'a long secret' }]
  await using embedded = await createMusicLibrary({ catalogue, users })
  await using started = await startMusicLibrary({ executable: await binary(), catalogue, users })
  const titles = async (library: typeof embedded | typeof started) =>
    (await library.as('ada@example.com').tracks.list()).map(({ title }) => title)
  expect(await titles(embedded)).toEqual((parse(catalogue).tracks ?? []).map(({ title }) => title))
  expect(await titles(started)).toEqual(await titles(embedded))
})

test('a wrong number is an error that says what to do', async () => {
  const wrong: [object, RegExp][] = [
    [{ tracks: 0 }, /^The number of tracks is a whole number from 1 to 1000000\.$/],
    [{ tracks: 1.5 }, /^The number of tracks is/],
    [{ tracks: 2_000_000 }, /^The number of tracks is/],
    [{ tracks: 10, seed: 0.5 }, /^The seed of a made-up catalogue is a whole number\.$/],
    [{ tracks: 10, labels: [] }, /^A made-up catalogue has the numbers tracks and seed, not labels\.$/],
  ]
  for (const [catalogue, message] of wrong)
    expect(await rejection(createMusicLibrary({ catalogue }))).toMatchObject({
      message: expect.stringMatching(message),
    })
  const started = startMusicLibrary({ executable: await binary(), catalogue: { tracks: 0 } })
  expect(await rejection(started)).toMatchObject({ message: expect.stringMatching(/^The number of tracks/) })
  using folder = createCliFolder({})
  const { code, err } = await folder.run('serve --database :memory: --sample many')
  expect([code, err]).toEqual([2, expect.stringMatching(/option '--sample .*'many' is invalid\./)])
})
