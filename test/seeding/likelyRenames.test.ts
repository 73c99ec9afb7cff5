import { expect } from 'bun:test'
import type { Library } from '../../src/library/library.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { createTrack } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { labels, artists, albums, tracks } = kindOfBlue

/** The likely renames of a dry run, for catalogues that are seeded one after the other. */
const likelyRenames = async (database: Library, before: unknown, after: unknown, prune = true) => {
  await seedValue(database, before)
  const { likely_renames } = await seedValue(database, after, { dryRun: true, prune, maxChanges: 10 })
  return likely_renames
}

const rename = (section: string, name: string, former_name: string, formerly: unknown = former_name) => ({
  ...{ section, index: 0, name, id: 1, former_name, formerly },
})

const byArtist = (name: string) => ({
  ...kindOfBlue,
  artists: [{ name }, artists[1]],
  tracks: tracks.map((track) => ({
    ...track,
    artists: track.artists.map((other) => other.replace('Miles Davis', name)),
  })),
})

const ofLabel = (label: string, more: object = {}) => ({ ...kindOfBlue, albums: [{ ...albums[0], label, ...more }] })

const titled = (title: string) => ({ ...kindOfBlue, tracks: [{ ...tracks[0], title, file_path: `${title}.flac` }] })

const byOld = { artists: [{ name: 'Old' }], tracks: [{ ...tracks[1], album: null, artists: ['Old'] }] }

test.each<[string, before: object, after: object, expected: ReturnType<typeof rename>[], prune?: boolean]>([
  [
    'an artist whose tracks all have another new artist instead',
    kindOfBlue,
    byArtist('Miles Davies'),
    [rename('artists', 'Miles Davies', 'Miles Davis')],
  ],
  [
    'without prune, such an artist',
    kindOfBlue,
    byArtist('Miles Davies'),
    [rename('artists', 'Miles Davies', 'Miles Davis')],
    false,
  ],
  [
    'an album with another label',
    kindOfBlue,
    { ...ofLabel('Legacy'), labels: [...labels, { name: 'Legacy' }] },
    [rename('albums', 'Kind of Blue', 'Kind of Blue', { label: 'Columbia' })],
  ],
  [
    'an album with another key, although its title and label are the same,',
    ofLabel('Columbia', { key: 'Kind of Blue / Miles Davies' }),
    ofLabel('Columbia', { key: 'Kind of Blue / Miles Davis' }),
    [rename('albums', 'Kind of Blue', 'Kind of Blue', { key: 'Kind of Blue / Miles Davies' })],
  ],
  [
    'a label of the whole file, although its albums are others by it,',
    kindOfBlue,
    {
      ...ofLabel('Columbia Records'),
      labels: [{ name: 'Columbia Records' }],
      artists: [{ name: 'Miles Davis', label: 'Columbia Records' }, artists[1]],
    },
    [rename('labels', 'Columbia Records', 'Columbia')],
  ],
  [
    'no record that keeps some of its children',
    kindOfBlue,
    {
      ...kindOfBlue,
      artists: [...artists, { name: 'New' }],
      tracks: [tracks[0], { ...tracks[1], artists: ['New'] }],
    },
    [],
  ],
  ['no record that never had children', { labels }, { labels: [{ name: 'New' }] }, []],
  [
    'no record that the file still refers to',
    byOld,
    { artists: [{ name: 'New' }], tracks: [{ ...byOld.tracks[0], artists: ['Old', 'New'] }] },
    [],
    false,
  ],
  [
    'no record into which the file merges another one',
    { labels: [{ name: 'Old' }], albums: [{ title: 'A', label: 'Old' }] },
    {
      labels: [{ name: 'New' }, { name: 'X', merge_into: 'Old' }],
      albums: [{ title: 'A', label: 'New', formerly: { label: 'Old' } }],
    },
    [],
    false,
  ],
  ['no track with a file and another title', titled('A'), titled('B'), [], false],
])('%s looks renamed', async (database, _, before, after, expected, prune = true) => {
  const found = await likelyRenames(database, before, after, prune)
  expect(found).toEqual(expected as typeof found)
})

test('a track without a file takes the file with its title, artists and album, in any case', async (database) => {
  const shared = { artists: ['Miles Davis'], album: 'a' }
  const idTrack = (title: string) => ({ ...shared, title, file_path: `spotify:track:${title}` })
  const fileTrack = (title: string, n: number) => ({
    ...{ ...shared, title, file_path: `kob/${n}.flac`, key: `flac:${n}`, duration_seconds: 9, genres: ['Jazz'] },
  })
  const catalogue = (title: string, tracks: object[]) => ({
    genres: [{ name: 'Jazz' }],
    artists: [{ name: 'Miles Davis' }],
    albums: [{ title, key: 'a' }],
    tracks,
  })
  const before = catalogue('Kind Of Blue', ['So What', 'Blue in Green', 'All Blues'].map(idTrack))
  // Two files of one track, and one of another title.
  const after = catalogue('Kind of Blue', ['So what', 'All Blues', 'All Blues', 'Flamenco'].map(fileTrack))
  const found = await likelyRenames(database, before, after, false)
  const formerly = 'spotify:track:So What'
  expect(found.filter(({ section }) => section === 'tracks')).toEqual([
    { section: 'tracks', index: 0, name: 'kob/0.flac', id: 1, former_name: formerly, formerly },
  ])
})

test.each([{}, { key: 'new' }])(
  'a moved track with a key is named by it, also if its entry has %j',
  async (database, key) => {
    const before = { ...kindOfBlue, tracks: [{ key: 'k', ...tracks[0] }] }
    const moved = { ...kindOfBlue, tracks: [{ ...key, ...tracks[0], file_path: 'moved.flac' }] }
    expect(await likelyRenames(database, before, moved)).toMatchObject([{ name: 'moved.flac', formerly: { key: 'k' } }])
  },
)

test('albums of another label keep their titles, and are no moved folder', async (database) => {
  const titles = ['Blue', 'Green', 'Red']
  const before = {
    labels: [{ name: 'Columbia' }, { name: 'Other' }],
    albums: titles.map((title) => ({ title, label: 'Columbia' })),
    tracks: titles.map((title) => ({ title, file_path: title, album: title })),
  }
  await seedValue(database, before)
  const after = { ...before, albums: titles.map((title) => ({ title, label: 'Other' })) }
  const options = { dryRun: true, prune: true, maxChanges: 10 }
  const { likely_renames, moved_folders } = await seedValue(database, after, options)
  expect(likely_renames.map(({ former_name, formerly }) => [former_name, formerly])).toEqual(
    titles.map((title) => [title, { label: 'Columbia' }]),
  )
  expect(moved_folders).toEqual([])
})

test('likely renames that move three files of a folder or more are one moved folder', async (database) => {
  const trackAt = (file_path: string, n: number) => ({ ...tracks[0], title: `Part ${n}`, file_path })
  const paths = ['a/1.flac', 'a/2.flac', 'a/3.flac', 'b/4.flac', 'b/5.flac']
  await seedValue(database, { ...kindOfBlue, tracks: paths.map(trackAt) })
  const moved = { ...kindOfBlue, tracks: paths.map((path, n) => trackAt(`music/${path}`, n)) }
  const options = { dryRun: true, prune: true, maxChanges: 10 }
  const { likely_renames, moved_folders } = await seedValue(database, moved, options)
  expect(moved_folders).toEqual([{ section: 'tracks', from: 'a/…', to: 'music/a/…', count: 3 }])
  expect(likely_renames.map(({ name, in_folder = false }) => [name, in_folder])).toEqual([
    ['music/a/1.flac', true],
    ['music/a/2.flac', true],
    ['music/a/3.flac', true],
    ['music/b/4.flac', false],
    ['music/b/5.flac', false],
  ])
})

test('a rename is carried out although another record has the same path, and the entry was formerly another one', async (database) => {
  await seedValue(database, kindOfBlue)
  await database.write((tx) =>
    createTrack(tx, {
      title: 'a',
      file_path: 'kind-of-blue/01.flac',
      duration_seconds: null,
      album_id: null,
      artist_ids: [],
      genre_ids: [],
    }),
  )
  const after = {
    ...kindOfBlue,
    tracks: [{ ...tracks[0], file_path: 'b.flac', formerly: { key: 'flac:1' } }, tracks[1]],
  }
  const { likely_renames } = await seedValue(database, after, { dryRun: true, maxChanges: 10 })
  expect(likely_renames).toMatchObject([{ id: 1, name: 'b.flac' }])
  const { sections } = await seedValue(database, after, { acceptedRenames: likely_renames })
  expect(sections.tracks).toMatchObject({ created: 0, updated: 1, deleted: 0 })
  expect((await seedValue(database, after, { maxChanges: 10 })).changes).toEqual([])
})

test('a track on a shelf that is an album of its title looks renamed with it', async (database) => {
  const single = (title: string) => ({
    artists: [{ name: 'A' }],
    albums: [{ title }],
    tracks: [{ title, duration_seconds: 60, album: title, artists: ['A'], file_path: `shelf/A/${title}/${title}` }],
  })
  const found = await likelyRenames(database, single('T'), single('U'), false)
  expect(found.filter(({ section }) => section === 'tracks')).toMatchObject([{ formerly: 'shelf/A/T/T' }])
})

test('a track on a shelf looks renamed with one correction, if no other track could be that', async (database) => {
  const song = (title: string, duration_seconds: number, artist = 'A', album = 'X', file = title) => ({
    ...{ title, duration_seconds, album, artists: [artist], file_path: `shelf/${artist}/${album}/${file}` },
  })
  const catalogue = (tracks: object[]) => ({
    artists: [{ name: 'A' }, { name: 'B' }],
    albums: [{ title: 'X' }, { title: 'Y' }],
    tracks,
  })
  const before = ['T', 'U', 'V', 'W', 'S', 'Z'].map((title, index) => song(title, index))
  const after = [
    ...[song('T!', 0), song('U', 1, 'B'), song('V', 2, 'A', 'Y'), song('W', 3, 'A', 'X', 'W (2)')],
    // Another length, two corrections, and two tracks that could be one.
    ...[song('S!', 99), song('Z!', 5, 'B'), song('R!', 6), song('R?', 6)],
  ]
  const found = await likelyRenames(database, catalogue([...before, song('R', 6)]), catalogue(after), false)
  expect(found.map(({ former_name, name }) => `${former_name} → ${name}`)).toEqual([
    // What is the same is found first.
    'shelf/A/X/W → shelf/A/X/W (2)',
    'shelf/A/X/T → shelf/A/X/T!',
    'shelf/A/X/U → shelf/B/X/U',
    'shelf/A/X/V → shelf/A/Y/V',
  ])
})
