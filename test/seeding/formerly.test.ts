import { expect } from 'bun:test'
import { addListener, likedPaths } from '../support/accounts.ts'
import { kindOfBlue, problemsOf, seedValue } from '../support/catalogue.ts'
import { listAlbums, listArtists, listLabels, listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

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
  await seedValue(database, catalogue)
  const { sections } = await seedValue(database, catalogue, { prune: true })
  expect(Object.values(sections).every(({ created, updated, deleted }) => created + updated + deleted === 0)).toBe(true)
})

test('a moved track keeps its likes', async (database) => {
  await seedValue(database, kindOfBlue)
  await addListener(database, 'ada@example.com', [1])
  const moved = [{ ...tracks[0], file_path: 'new/01.flac', formerly: 'kind-of-blue/01.flac' }, tracks[1]]
  await seedValue(database, { ...kindOfBlue, tracks: moved }, { prune: true })
  expect(await likedPaths(database, 'ada@example.com')).toEqual(['new/01.flac'])
})

test('a label is corrected in one place: other entries of the file may still have its old name', async (database) => {
  await seedValue(database, kindOfBlue)
  await seedValue(
    database,
    { ...kindOfBlue, labels: [{ name: 'Columbia Records', formerly: 'Columbia' }] },
    { prune: true },
  )
  expect(await listLabels(database.read)).toMatchObject([{ id: 1, name: 'Columbia Records' }])
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1, label: { name: 'Columbia Records' } }])
})

test.each([{ title: 'Kind of Blue', label: 'Columbia' }, { label: 'Columbia' }])(
  'the label of an album is corrected with %j',
  async (database, formerly) => {
    await seedValue(database, kindOfBlue)
    const catalogue = {
      ...kindOfBlue,
      labels: [{ name: 'Legacy' }],
      artists: [{ name: 'Miles Davis', label: 'Legacy' }, artists[1]],
      albums: [{ ...albums[0], label: 'Legacy', formerly }],
    }
    for (const prune of [false, true]) {
      const { sections } = await seedValue(database, catalogue, { prune })
      expect(sections.albums).toMatchObject({ created: 0, deleted: 0 })
      expect(sections.tracks).toMatchObject({ unchanged: 2 })
    }
    expect(await listAlbums(database.read)).toMatchObject([{ id: 1, label: { name: 'Legacy' } }])
  },
)

test('an album is renamed whose former label the same file merges', async (database) => {
  await seedValue(database, {
    ...kindOfBlue,
    labels: [{ name: 'Columbia' }, { name: 'Colombia' }],
    albums: [{ title: 'Kind of Bleu', label: 'Colombia' }],
    tracks: [{ ...tracks[0], album: 'Kind of Bleu' }],
  })
  const catalogue = {
    labels: [{ name: 'Columbia' }, { name: 'Colombia', merge_into: 'Columbia' }],
    albums: [{ ...albums[0], formerly: { title: 'Kind of Bleu', label: 'Colombia' } }],
  }
  expect(await seedValue(database, catalogue)).toMatchObject({ sections: { albums: { created: 0, updated: 1 } } })
  expect(await seedValue(database, catalogue)).toMatchObject({ sections: { albums: { created: 0, updated: 0 } } })
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1, title: 'Kind of Blue', label: { name: 'Columbia' } }])
})

test('an album without a label gets one, or loses it', async (database) => {
  await seedValue(database, { labels: [{ name: 'L' }], albums: [{ title: 'A' }, { title: 'B', label: 'L' }] })
  await seedValue(database, {
    albums: [
      { title: 'A', label: 'L', formerly: { label: null } },
      { title: 'C', label: null, formerly: { title: 'B', label: 'L' } },
    ],
  })
  expect(await listAlbums(database.read)).toMatchObject([
    { id: 1, title: 'A', label: { name: 'L' } },
    { id: 2, title: 'C', label: null },
  ])
})

test('a former key finds the record, and the new key replaces it', async (database) => {
  await seedValue(database, { tracks: [{ key: 'flac:1', title: 'a', file_path: 'a.flac' }] })
  const catalogue = { tracks: [{ key: 'mb:1', title: 'a', file_path: 'b.flac', formerly: { key: 'flac:1' } }] }
  expect((await seedValue(database, catalogue, { prune: true })).sections.tracks).toMatchObject({
    updated: 1,
    deleted: 0,
  })
  expect((await seedValue(database, catalogue, { prune: true })).sections.tracks).toMatchObject({ unchanged: 1 })
  expect(await listTracks(database.read)).toMatchObject([{ id: 1, file_path: 'b.flac' }])
})

test('a track whose key changes is found by its path, and keeps its likes', async (database) => {
  const withKeys = (...keys: string[]) => ({
    tracks: keys.map((key) => ({ key, title: 'a', file_path: key.slice(0, 1) })),
  })
  await seedValue(database, withKeys('a1', 'b1'))
  await addListener(database, 'ada@example.com', [1])
  const { sections } = await seedValue(database, withKeys('a2', 'b1'), { prune: true })
  expect(sections.tracks).toMatchObject({ created: 0, updated: 1, unchanged: 1, deleted: 0 })
  expect(await likedPaths(database, 'ada@example.com')).toEqual(['a'])
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
    '/genres/0/formerly The library has this genre (id 2) and the former one (id 1), so it is no new name. Take formerly out, or merge them with an entry of their own: the former name, and merge_into.',
  ])
})

test('a record that the file describes as it is now is never the former one of another entry', async (database) => {
  await seedValue(database, { genres })
  await seedValue(database, { genres: [...genres, { name: 'Hard bop', formerly: 'Jazz' }] })
  const { sections } = await seedValue(database, { genres: [...genres, { name: 'Hard bop', formerly: 'Jazz' }] })
  expect(sections.genres).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
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
  for (let run = 0; run < 2; run++) await seedValue(database, solved, { prune: true })
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1, title: 'Kind of Blues' }])
})

test('a row of renames gives each entry the record that it was, in any order, and a second seed changes nothing', async (database) => {
  const chain = [
    { name: 'Dee', formerly: 'Ana' },
    { name: 'Ana', formerly: 'Bo' },
    { name: 'Bo', formerly: 'Cy' },
  ]
  await seedValue(database, {
    artists: [{ name: 'Ana' }, { name: 'Bo' }, { name: 'Cy' }],
    tracks: [{ ...tracks[0], album: null, genres: [], artists: ['Ana'] }],
  })
  for (const artists of [chain, chain.toReversed()]) {
    const { sections } = await seedValue(database, { artists })
    expect(sections.artists).toMatchObject({ created: 0 })
    const found = await listArtists(database.read)
    expect(Object.fromEntries(found.map(({ id, name }) => [name, id]))).toEqual({ Dee: 1, Ana: 2, Bo: 3 })
  }
  const [track] = await listTracks(database.read)
  expect(track?.artists.map(({ name }) => name)).toEqual(['Dee'])
})

test('two files that change places keep their likes, however often the file is seeded', async (database) => {
  const song = (title: string, file_path: string, formerly?: string) => ({ title, file_path, formerly })
  await seedValue(database, { tracks: [song('First', '1.mp3'), song('Second', '2.mp3')] })
  await addListener(database, 'a@example.com', [1])
  const swapped = [song('First', '2.mp3', '1.mp3'), song('Second', '1.mp3', '2.mp3')]
  for (let run = 0; run < 2; run++) {
    await seedValue(database, { tracks: swapped })
    expect(await likedPaths(database, 'a@example.com')).toEqual(['2.mp3'])
  }
  // With other titles it is not known which is which: nothing changes places again.
  await seedValue(database, { tracks: swapped.map((track) => ({ ...track, title: `${track.title} (live)` })) })
  expect(await likedPaths(database, 'a@example.com')).toEqual(['2.mp3'])
})

const exchanges: [string, string[], Record<string, string>][] = [
  ['two artists exchange their names', ['A', 'B'], { B: 'A', A: 'B' }],
  ['three artists do in a circle', ['A', 'B', 'C'], { B: 'A', C: 'B', A: 'C' }],
  ['a row of artists follows each other', ['Ana', 'Bo'], { Dee: 'Ana', Ana: 'Bo' }],
]

test.each(exchanges)(
  '%s once, a second seed changes nothing, and once more after a file without formerly',
  async (database, _, names, renames) => {
    const seedNames = () => seedValue(database, { artists: names.map((name) => ({ name })) })
    const file = { artists: Object.entries(renames).map(([name, formerly]) => ({ name, formerly })) }
    await seedNames()
    const idsByName = async () =>
      Object.fromEntries((await listArtists(database.read)).map(({ id, name }) => [name, id] as const))
    const before = await idsByName()
    const expected = Object.fromEntries(
      file.artists.map(({ name, formerly }) => [name, before[formerly] ?? 0] as const),
    )
    const { sections } = await seedValue(database, file)
    expect(sections.artists).toMatchObject({ created: 0, updated: file.artists.length })
    expect(await idsByName()).toEqual(expected)
    const again = await seedValue(database, file)
    expect(again.sections.artists).toMatchObject({ created: 0, updated: 0, unchanged: file.artists.length })
    if (!('Dee' in renames)) {
      await seedNames()
      expect((await seedValue(database, file)).sections.artists.updated).toBe(file.artists.length)
    }
  },
)
