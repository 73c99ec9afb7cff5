import { expect } from 'bun:test'
import { addListener, likedPaths } from '../support/accounts.ts'
import { kindOfBlue, problemsOf, seedValue } from '../support/catalogue.ts'
import { createGenre, listAlbums, listArtists, listGenres, listLabels, listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { amount } from '../support/longForm.ts'

const { labels, artists, tracks } = kindOfBlue

const names = (records: { name: string }[]) => records.map(({ name }) => name)

const misspelled = {
  labels: [{ name: 'Columbia' }, { name: 'Colombia' }],
  artists: [
    { name: 'Miles Davis', label: 'Columbia' },
    { name: 'Miles Davies', label: 'Colombia' },
  ],
  albums: [{ title: 'A', label: 'Colombia' }],
  tracks: [
    { title: 'one', file_path: '1', artists: ['Miles Davies'] },
    { title: 'both', file_path: '2', artists: ['Miles Davies', 'Miles Davis'] },
  ],
}

test('all references to a merged record are moved, and the record is deleted', async (database) => {
  await seedValue(database, misspelled)
  const [before] = await listTracks(database.read)
  const report = await seedValue(
    database,
    {
      labels: [{ name: 'Colombia', merge_into: 'Columbia' }],
      artists: [{ name: 'Miles Davies', merge_into: 'Miles Davis' }],
    },
    { maxChanges: 10 },
  )
  expect(report).toMatchObject({
    sections: { labels: { merged: 1, deleted: 0 }, artists: { merged: 1 } },
    references_moved: 4,
    references_cleared: 0,
    changes: [
      { section: 'labels', action: 'merge', name: 'Colombia', into: 'Columbia' },
      { section: 'artists', action: 'merge', name: 'Miles Davies', into: 'Miles Davis' },
    ],
  })
  expect(names(await listLabels(database.read))).toEqual(['Columbia'])
  expect(await listArtists(database.read)).toMatchObject([{ id: 1, name: 'Miles Davis' }])
  expect(await listAlbums(database.read)).toMatchObject([{ label: { name: 'Columbia' } }])
  const after = await listTracks(database.read)
  expect(after.map((track) => names(track.artists))).toEqual([['Miles Davis'], ['Miles Davis']])
  expect(after[0]?.updated_at).not.toBe(before?.updated_at as string)
})

test('a merged track gives its likes to the other one, in the same places, and a user who likes both keeps one', async (database) => {
  await seedValue(database, { tracks: ['a', 'b', 'c'].map((title) => ({ title, file_path: title })) })
  await addListener(database, 'ada@example.com', [1, 2])
  await addListener(database, 'bob@example.com', [1, 3])
  const merge = { tracks: [{ file_path: 'a', merge_into: 'c' }] }
  const report = await seedValue(database, merge, { maxChanges: 10 })
  expect(report).toMatchObject({ likes_moved: 2, likes_deleted: 0, sections: { tracks: { merged: 1 } } })
  expect(await likedPaths(database, 'ada@example.com')).toEqual(['b', 'c'])
  expect(await likedPaths(database, 'bob@example.com')).toEqual(['c'])
  expect(await seedValue(database, merge)).toMatchObject({ likes_moved: 0, sections: { tracks: { merged: 0 } } })
})

test('references of the file to a merged record mean the other one', async (database) => {
  const catalogue = {
    ...kindOfBlue,
    artists: [...artists, { name: 'Miles Davies', merge_into: 'Miles Davis' }],
    tracks: [{ ...tracks[1], artists: ['Miles Davies'] }],
  }
  for (let run = 0; run < 2; run++) await seedValue(database, catalogue, { prune: true })
  const [track] = await listTracks(database.read)
  expect(names(track?.artists ?? [])).toEqual(['Miles Davis'])
})

test('records can be merged one after another, in any order of the file', async (database) => {
  await seedValue(database, {
    genres: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    tracks: [{ title: 't', file_path: 't', genres: ['a'] }],
  })
  await seedValue(database, {
    genres: [
      { name: 'a', merge_into: 'b' },
      { name: 'b', merge_into: 'c' },
    ],
  })
  expect(names(await listGenres(database.read))).toEqual(['c'])
  expect(names((await listTracks(database.read))[0]?.genres ?? [])).toEqual(['c'])
})

test('delete removes one record, by key or by identity, and a second run changes nothing', async (database) => {
  await seedValue(database, {
    labels: [{ name: 'L' }],
    genres: [{ key: 'j', name: 'Jazz' }, { name: 'Bop' }, { name: 'Cool' }],
    albums: [{ title: 'A' }, { title: 'A', label: 'L' }],
  })
  const file = {
    genres: [
      { key: 'j', delete: true },
      { name: 'Bop', delete: true },
    ],
    albums: [{ title: 'A', label: 'L', delete: true }],
  }
  expect(await seedValue(database, file)).toMatchObject({
    sections: { genres: { deleted: 2 }, albums: { deleted: 1 } },
  })
  expect(names(await listGenres(database.read))).toEqual(['Cool'])
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1 }])
  expect(await seedValue(database, file)).toMatchObject({
    sections: { genres: { deleted: 0 }, albums: { deleted: 0 } },
  })
})

test('an entry that deletes by key never deletes another record with the same name', async (database) => {
  await seedValue(database, { genres: [{ name: 'Jazz' }] })
  await seedValue(database, { genres: [{ key: 'j', name: 'Jazz', delete: true }] })
  expect(names(await listGenres(database.read))).toEqual(['Jazz'])
})

test.each([{ delete: true }, { merge_into: 'Bop' }])(
  'an entry with %j and without a key never removes a record with a key after one without',
  async (database, removal) => {
    await seedValue(database, { genres: [{ name: 'Bop' }, { key: 'j', name: 'Jazz' }] })
    await database.write((tx) => createGenre(tx, 'Jazz'))
    const file = { genres: [{ name: 'Bop' }, { name: 'Jazz', ...removal }] }
    expect(await problemsOf(database, file)).toEqual([
      '/genres/1 The library has several genres with this name: ids 2, 3. Give this entry the key of the one that it removes (export --keep-keys gives each one a key), or describe each of the others by its key in an entry of its own.',
    ])
    const withTheOther = { genres: [...file.genres, { key: 'j', name: 'Jazz' }] }
    for (let run = 0; run < 2; run++) await seedValue(database, withTheOther)
    expect((await listGenres(database.read)).map(({ id }) => id)).toEqual([1, 2])
  },
)

test('an album of a label that is removed by the same file, or was removed before, can be removed', async (database) => {
  await seedValue(database, { labels, albums: [{ title: 'A', label: 'Columbia' }, { title: 'B' }] })
  const file = {
    labels: [{ name: 'Columbia', delete: true }],
    albums: [{ title: 'B' }, { title: 'A', label: 'Columbia', merge_into: 'B' }],
  }
  for (const merged of [1, 0]) {
    expect(await seedValue(database, file, { prune: true })).toMatchObject({
      sections: { albums: { merged, deleted: 0 } },
    })
  }
})

test('an album of a deleted label is found without it, in the same run and in the next', async (database) => {
  await seedValue(database, { labels, albums: [{ title: 'A', label: 'Columbia' }] })
  const file = { labels: [{ name: 'Columbia', delete: true }], albums: [{ title: 'A' }] }
  for (let run = 0; run < 2; run++) {
    expect(await seedValue(database, file)).toMatchObject({
      sections: { albums: { created: 0, updated: 0, unchanged: 1 } },
    })
  }
})

test('a removal that stays in a file never removes another record that got the label by a merge', async (database) => {
  await seedValue(database, {
    labels: [{ name: 'C' }, { name: 'S' }],
    albums: [
      { key: 'kc', title: 'A', label: 'C' },
      { title: 'A', label: 'S' },
    ],
  })
  const file = {
    labels: [{ name: 'C' }, { name: 'S', merge_into: 'C' }],
    albums: [{ title: 'A', label: 'S', delete: true }],
  }
  for (const deleted of [1, 0])
    expect(await seedValue(database, file)).toMatchObject({ sections: { albums: { deleted } } })
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1 }])
})

test('a removal never removes a record that another entry describes by its key', async (database) => {
  await seedValue(database, {
    labels: [{ name: 'C' }, { name: 'S' }],
    albums: [{ key: 'ks', title: 'A', label: 'S' }],
  })
  const file = {
    labels: [{ name: 'S', merge_into: 'C' }],
    albums: [
      { key: 'ks', title: 'A', label: 'C' },
      { title: 'A', label: 'S', delete: true },
    ],
  }
  for (let run = 0; run < 2; run++) await seedValue(database, file)
  expect(await listAlbums(database.read)).toMatchObject([{ id: 1 }])
})

test('a removal whose label the file gives to another one is a problem, unless it has the key of the label', async (database) => {
  await seedValue(database, { labels: [{ key: 'old', name: 'L' }], albums: [{ title: 'A', label: 'L' }] })
  const file = (label: string) => ({
    labels: [{ key: 'old', name: 'M' }, { name: 'L' }],
    albums: [{ title: 'A', label, delete: true }],
  })
  expect(await problemsOf(database, file('L'))).toEqual([
    '/albums/0/label "L" fits several labels: ids 1, 2. Name one by its key.',
  ])
  for (const deleted of [1, 0])
    expect(await seedValue(database, file('old'))).toMatchObject({ sections: { albums: { deleted } } })
})

test('an album is removed by its deleted label, and one without a label stays', async (database) => {
  await seedValue(database, { labels, albums: [{ title: 'A', label: 'Columbia' }, { title: 'A' }, { title: 'B' }] })
  const file = {
    labels: [{ name: 'Columbia', delete: true }],
    albums: [
      { title: 'A', label: 'Columbia', delete: true },
      { title: 'B', label: 'Columbia', delete: true },
    ],
  }
  for (const deleted of [1, 0])
    expect(await seedValue(database, file)).toMatchObject({ sections: { albums: { deleted } } })
  expect((await listAlbums(database.read)).map(({ id }) => id)).toEqual([2, 3])
})

test('a merge into one of two merged albums with the same title is a problem', async (database) => {
  const all = [{ title: 'A', label: 'C' }, { title: 'A', label: 'S' }, { title: 'X' }, { title: 'Y' }, { title: 'Z' }]
  await seedValue(database, { labels: [{ name: 'C' }, { name: 'S' }], albums: all })
  const albums = [
    { ...all[0], merge_into: 'X' },
    { ...all[1], merge_into: 'Y' },
    { title: 'Z', merge_into: 'A' },
  ]
  expect(await problemsOf(database, { albums })).toEqual([
    expect.stringContaining('/albums/2/merge_into "A" fits several albums'),
  ])
})

test('ten thousand merges without a target are no work', async (database) => {
  const genres = Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}`, merge_into: `${index + 1}` }))
  expect(await seedValue(database, { genres })).toMatchObject({ sections: { genres: { merged: 0 } } })
})

test('an album of one of two labels with the same name is not removed by guessing', async (database) => {
  await seedValue(database, {
    labels: [
      { key: 'us', name: 'Columbia' },
      { key: 'uk', name: 'Columbia' },
    ],
    albums: [
      { title: 'A', label: 'us' },
      { title: 'A', label: 'uk' },
    ],
  })
  const [problem] = await problemsOf(database, { albums: [{ title: 'A', label: 'Columbia', delete: true }] })
  expect(problem).toBe('/albums/0/label "Columbia" fits several labels: ids 1, 2. Name one by its key.')
})

test('very many records are merged one into the other in a second or two', async (database) => {
  const count = amount(1_000, 10_000)
  const names = Array.from({ length: count }, (_, index) => `genre ${index}`)
  await seedValue(database, { genres: names.map((name) => ({ name })) })
  const genres = names.slice(1).map((name, index) => ({ name: names[index], merge_into: name }))
  expect(await seedValue(database, { genres })).toMatchObject({ sections: { genres: { merged: count - 1 } } })
  expect(await listGenres(database.read)).toHaveLength(1)
})

test('references that are lost with deleted records are counted', async (database) => {
  await seedValue(database, kindOfBlue)
  await addListener(database, 'ada@example.com', [1, 2])
  const file = {
    genres: [{ name: 'Jazz', delete: true }],
    tracks: [{ file_path: 'kind-of-blue/03.flac', delete: true }],
  }
  expect(await seedValue(database, file)).toMatchObject({ likes_deleted: 1, references_cleared: 1 })
  expect(await seedValue(database, file)).toMatchObject({ likes_deleted: 0, references_cleared: 0 })
})

test.each([
  [{ name: 'Jazz', merge_into: 'Jazz' }, '/genres/0/merge_into "Jazz" is no key or name of another genre'],
  [{ name: 'Jazz', merge_into: 'Jaz' }, '/genres/0/merge_into "Jaz" is no key or name of another genre'],
  [{ name: 'Jazz', merge_into: 'twice' }, '/genres/0/merge_into "twice" fits several genres.'],
  [
    { name: 'twice', delete: true },
    '/genres/0 The library has several genres with this name: ids 2, 3. Give this entry',
  ],
  [{ name: 'Jazz', delete: false }, '/genres/0/delete The delete must be true, or be left out.'],
  [{ name: 'Bop', merge_into: 'Jazz', delete: true }, '/genres/0/delete An entry has merge_into or delete.'],
  [{ delete: true }, '/genres/0/name The name or the key of the genre is required.'],
  [
    { name: 'Jazz', delete: true, formerly: 'J' },
    '/genres/0/formerly An entry that merges or deletes has no "formerly"',
  ],
])('%j is a problem', async (database, entry, problem) => {
  await seedValue(database, { genres: [{ name: 'Jazz' }, { key: '1', name: 'twice' }, { key: '2', name: 'twice' }] })
  const [first, ...others] = await problemsOf(database, { genres: [entry] })
  expect(first).toStartWith(problem)
  expect(others).toEqual([])
})

test('an entry that describes a record and one that removes it are a problem', async (database) => {
  expect(await problemsOf(database, { genres: [{ name: 'Jazz' }, { name: 'Jazz', delete: true }] })).toEqual([
    expect.stringContaining('/genres/1 Number 1 of genres has the same name.'),
  ])
})

test('with prune, a record can only be merged into one of the file', async (database) => {
  await seedValue(database, { genres: [{ name: 'Jazz' }, { name: 'Jaz' }] })
  expect(await problemsOf(database, { genres: [{ name: 'Jaz', merge_into: 'Jazz' }] }, { prune: true })).toEqual([
    expect.stringContaining('"Jazz" is no key or name of another genre in the file'),
  ])
})
