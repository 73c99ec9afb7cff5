import { expect } from 'bun:test'
import { addListener, likedPaths } from '../support/accounts.ts'
import { kindOfBlue, problemsOf, seedValue } from '../support/catalogue.ts'
import { listAlbums, listArtists, listLabels, listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { expectIdempotent } from './expectIdempotent.ts'

const { genres, artists, albums, tracks } = kindOfBlue

const ids = (records: { id: number }[]) => records.map(({ id }) => id)

test('an artist with its former name is renamed, and keeps its tracks and all that the file does not mention', async (database) => {
  await seedValue(database, {
    artists: [{ name: 'Miles Davies', duration: 7 }],
    tracks: [{ ...tracks[1], album: null, artists: ['Miles Davies'] }],
  })
  const before = await listArtists(database.read)
  const renamed = { artists: [{ name: 'Miles Davis', formerly: 'Miles Davies' }] }
  const { sections, changes } = await seedValue(database, renamed, { prune: false, maxChanges: 10 })
  expect(sections.artists).toMatchObject({ created: 0, updated: 1, deleted: 0 })
  expect(changes).toEqual([
    {
      section: 'artists',
      action: 'rename',
      name: 'Miles Davis',
      members: { name: { from: 'Miles Davies', to: 'Miles Davis' } },
    },
  ])
  expect(await listArtists(database.read)).toMatchObject([
    { ...before[0], name: 'Miles Davis', updated_at: expect.any(String) },
  ])
  const [track] = await listTracks(database.read)
  expect(track?.artists.map(({ name }) => name)).toEqual(['Miles Davis'])
})

test('a file with former names can be seeded again, also into a library that never had them', async (database) => {
  const catalogue = {
    ...kindOfBlue,
    labels: [{ name: 'Columbia', formerly: 'Colombia' }],
    artists: [{ ...artists[0], formerly: 'Miles Davies' }, artists[1]],
    tracks: [{ ...tracks[0], formerly: 'old/01.flac' }, tracks[1]],
  }
  await expectIdempotent(database, catalogue, { prune: true })
})

test('the label of an album is corrected with its former title and label, or with one of them', async (database) => {
  await seedValue(database, {
    labels: [{ name: 'L' }],
    albums: [{ title: 'A' }, { title: 'B', label: 'L' }, { title: 'D', label: 'L' }],
  })
  const albums = [
    { title: 'A', label: 'M', formerly: { label: null } },
    { title: 'C', label: null, formerly: { title: 'B', label: 'L' } },
    { title: 'D', label: 'M', formerly: { label: 'L' } },
  ]
  await expectIdempotent(database, { labels: [{ name: 'L', merge_into: 'M' }, { name: 'M' }], albums })
  expect(await listAlbums(database.read)).toMatchObject([
    { id: 1, title: 'A', label: { name: 'M' } },
    { id: 2, title: 'C', label: null },
    { id: 3, title: 'D', label: { name: 'M' } },
  ])
})

test('a former key finds the record, and a path finds one whose key changes: each keeps its likes', async (database) => {
  const track = { title: 'a', file_path: 'a' }
  await seedValue(database, {
    tracks: [
      { ...track, key: 'flac:1' },
      { ...track, key: 'b1', file_path: 'b' },
    ],
  })
  await addListener(database, 'ada@example.com', [1, 2])
  const moved = { ...track, key: 'mb:1', file_path: 'c', formerly: { key: 'flac:1' } }
  await expectIdempotent(database, { tracks: [moved, { ...track, key: 'b2', file_path: 'b' }] }, { prune: true })
  expect(ids(await listTracks(database.read))).toEqual([1, 2])
  expect(await likedPaths(database, 'ada@example.com')).toEqual(['b', 'c'])
})

test('a former reference may be a name that the file gives as a former one, or a key that is also a name', async (database) => {
  await seedValue(database, { labels: [{ key: 'New', name: 'New' }], albums: [{ title: 'A', label: 'New' }] })
  const albums = [{ title: 'B', label: 'New', formerly: { title: 'A', label: 'Old' } }]
  const file = { labels: [{ key: 'New', name: 'New', formerly: 'Old' }], albums }
  expect(await seedValue(database, file)).toMatchObject({ sections: { albums: { created: 0, updated: 1 } } })
  const byName = { ...file, albums: [{ title: 'C', label: 'New', formerly: { title: 'B', label: 'New' } }] }
  expect(await seedValue(database, byName)).toMatchObject({ sections: { albums: { created: 0, updated: 1 } } })
})

test('a former key has no effect when the library has the key', async (database) => {
  const twice = [
    { key: 'new', title: 'a', file_path: 'a' },
    { key: 'old', title: 'b', file_path: 'b' },
  ]
  await seedValue(database, { tracks: twice })
  await seedValue(database, { tracks: [{ ...twice[0], formerly: { key: 'old' } }] })
  expect(ids(await listTracks(database.read))).toEqual([1, 2])
})

test('a former name that the library has beside the new one is a problem, since one record would be lost', async (database) => {
  await seedValue(database, { genres: [{ name: 'Jaz' }, { name: 'Jazz' }] })
  expect(await problemsOf(database, { genres: [{ name: 'Jazz', formerly: 'Jaz' }] })).toEqual([
    '/genres/0/formerly The library has this genre (id 2) and the former one (id 1), so it is not a new name. Take formerly out, or merge them with another entry: the former name, and merge_into.',
  ])
})

test('a record that the file describes as it is now is never the former one of another entry', async (database) => {
  await seedValue(database, { genres })
  const { sections } = await expectIdempotent(database, { genres: [...genres, { name: 'Hard bop', formerly: 'Jazz' }] })
  expect(sections.genres).toMatchObject({ created: 1, updated: 0, unchanged: 2 })
})

test.each([{ label: 'L' }, { key: 'k' }])('an album says which label it has beside %j', async (database, formerly) => {
  expect(await problemsOf(database, { albums: [{ title: 'A', formerly }] })).toEqual([
    '/albums/0/label The label is required beside formerly: the album is known by it. Write null for none.',
  ])
})

test('two entries with one former name are a problem, and so are two records that have it', async (database) => {
  const first = { name: 'a', formerly: 'c' }
  expect(await problemsOf(database, { genres: [first, { name: 'b', formerly: { name: 'c' } }] })).toEqual([
    "/genres/1/formerly Number 1 of genres was formerly the same. One record can't become two: take one out.",
  ])
  await seedValue(database, {
    genres: [
      { key: '1', name: 'c' },
      { key: '2', name: 'c' },
    ],
  })
  expect(await problemsOf(database, { genres: [first] })).toEqual([
    expect.stringContaining('/genres/0 The library has several genres with this name: ids 1, 2.'),
  ])
})

test.each([[5], [null], [''], [{}], [{ key: 'a', name: 'b' }], [{ title: 'a' }], [{ name: null }], [['a']]])(
  '%j is no former genre',
  async (database, formerly) => {
    expect(await problemsOf(database, { genres: [{ name: 'a', formerly }] })).toEqual([
      expect.stringMatching(/^\/genres\/0\/formerly The formerly must be /),
    ])
  },
)

test('references to the old name of a record that the file renames by its key are one problem, which formerly solves', async (database) => {
  const before = { ...kindOfBlue, albums: [{ key: 'kob', ...albums[0] }] }
  await seedValue(database, before)
  const renamed = { ...before, albums: [{ key: 'kob', ...albums[0], title: 'Kind of Blues' }] }
  const [problem, ...others] = await problemsOf(database, renamed, { prune: true })
  expect(problem).toStartWith(
    '/tracks/0/album "Kind of Blue" is the title that the library has for number 1 of albums. Write "formerly": "Kind of Blue" there, or the new title here.',
  )
  expect(others).toEqual([])
  const solved = { ...renamed, albums: [{ ...renamed.albums[0], formerly: 'Kind of Blue' }] }
  await expectIdempotent(database, solved, { prune: true })
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1, title: 'Kind of Blues' }])
})

test('two files that change places keep their likes, however often the file is seeded', async (database) => {
  const song = (title: string, file_path: string, formerly?: string) => ({ title, file_path, formerly })
  await seedValue(database, { tracks: [song('First', '1.mp3'), song('Second', '2.mp3')] })
  await addListener(database, 'a@example.com', [1])
  const swapped = [song('First', '2.mp3', '1.mp3'), song('Second', '1.mp3', '2.mp3')]
  await expectIdempotent(database, { tracks: swapped })
  expect(await likedPaths(database, 'a@example.com')).toEqual(['2.mp3'])
  // With other titles it is not known which is which: nothing changes places again.
  await seedValue(database, { tracks: swapped.map((track) => ({ ...track, title: `${track.title} (live)` })) })
  expect(await likedPaths(database, 'a@example.com')).toEqual(['2.mp3'])
})

test.each([
  ['change places', 'AB', 'BA'],
  ['are in a row', 'BC', 'AB'],
])('two labels that %s are renamed once, however often the file is seeded', async (database, _, before, after) => {
  await seedValue(database, { labels: [...before].map((name) => ({ name })) })
  const labels = [...after].map((name, index) => ({ name, formerly: before[index] }))
  await expectIdempotent(database, { labels })
  expect((await listLabels(database.read)).map(({ name }) => name).join('')).toBe(after)
})
