import { expect } from 'bun:test'
import { OperationalError } from '../../src/base/errors.ts'
import { addListener, likedPaths } from '../support/accounts.ts'
import { kindOfBlue, problemsOf, seedValue } from '../support/catalogue.ts'
import { createGenre, listAlbums, listArtists, listGenres, listLabels, listTracks } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { amount } from '../support/longForm.ts'
import { expectIdempotent } from './expectIdempotent.ts'

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
      '/genres/1 The library has several genres with this name: ids 2, 3. Give this entry the key of the record that it removes (export --keep-keys gives each one a key). Or describe each of the others by its key in an entry of its own.',
    ])
    const withTheOther = { genres: [...file.genres, { key: 'j', name: 'Jazz' }] }
    await expectIdempotent(database, withTheOther)
    expect((await listGenres(database.read)).map(({ id }) => id)).toEqual([1, 2])
  },
)

test('a removal whose label the file gives to another one is a problem, unless it has the key of the label', async (database) => {
  await seedValue(database, { labels: [{ key: 'old', name: 'L' }], albums: [{ title: 'A', label: 'L' }] })
  const file = (label: string) => ({
    labels: [{ key: 'old', name: 'M' }, { name: 'L' }],
    albums: [{ title: 'A', label, delete: true }],
  })
  expect(await problemsOf(database, file('L'))).toEqual([
    '/albums/0/label "L" fits several labels: ids 1, 2. Name one by its key.',
  ])
  expect((await expectIdempotent(database, file('old'))).sections.albums.deleted).toBe(1)
})

const [ofC, ofS] = ['C', 'S'].map((label) => ({ title: 'A', label }))
const twoLabels = [{ name: 'C' }, { name: 'S' }]
const merging = [{ name: 'C' }, { name: 'S', merge_into: 'C' }]
const deleting = [{ name: 'C', delete: true }]

test.each<[string, before: object[], labels: object[], albums: object[], left: number[]]>([
  [
    'never removes one that got the label by a merge',
    [{ ...ofC, key: 'k' }, { ...ofS }],
    merging,
    [{ ...ofS, delete: true }],
    [1],
  ],
  [
    'never removes one that another entry describes by its key',
    [{ ...ofS, key: 'k' }],
    merging,
    [
      { ...ofC, key: 'k' },
      { ...ofS, delete: true },
    ],
    [1],
  ],
  [
    'finds one by its deleted label, and leaves those without a label',
    [{ ...ofC }, { title: 'A' }, { title: 'B' }],
    deleting,
    [
      { ...ofC, delete: true },
      { title: 'B', label: 'C', delete: true },
    ],
    [2, 3],
  ],
  [
    'merges one of a deleted label',
    [{ ...ofC }, { title: 'B' }],
    deleting,
    [{ title: 'B' }, { ...ofC, merge_into: 'B' }],
    [2],
  ],
  ['is not that of an entry without the deleted label', [{ ...ofC }], deleting, [{ title: 'A' }], [1]],
])('an album of a label that the file removes: a removal %s', async (database, _, before, labels, albums, left) => {
  await seedValue(database, { labels: twoLabels, albums: before })
  await expectIdempotent(database, { labels, albums })
  expect((await listAlbums(database.read)).map(({ id }) => id)).toEqual(left)
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

test('very many records are merged one into the other, once, and references to each mean the last one', async (database) => {
  const count = amount(300, 10_000)
  const names = Array.from({ length: count }, (_, index) => `genre ${index}`)
  const track = { title: 't', file_path: 't', genres: [names[0]] }
  await seedValue(database, { genres: names.map((name) => ({ name })), tracks: [track] })
  const genres = names.slice(1).map((name, index) => ({ name: names[index], merge_into: name }))
  // References of the file to a merged record mean the last one, too.
  const { sections } = await expectIdempotent(database, { genres, tracks: [track] })
  expect(sections.genres.merged).toBe(count - 1)
  expect((await listTracks(database.read))[0]?.genres).toMatchObject([{ name: names.at(-1) }])
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
  [
    { name: 'Jazz', merge_into: 'Jazz' },
    '/genres/0/merge_into "Jazz" is not the key or name of another genre in the file or in the library',
  ],
  [
    { name: 'Jazz', merge_into: 'Jaz' },
    '/genres/0/merge_into "Jaz" is not the key or name of another genre in the file or in the library',
  ],
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
    expect.stringContaining('"Jazz" is not the key or name of another genre in the file'),
  ])
})

test('a prune that would delete more records or likes than maxDeletions fails, and changes nothing', async (database) => {
  await seedValue(database, kindOfBlue)
  await addListener(database, 'ada@example.com', [1, 2])
  const seed = (records: number, likes: number) =>
    seedValue(database, { ...kindOfBlue, tracks: [] }, { prune: true, maxDeletions: { records, likes } })
  for (const [records, likes] of [
    [1, 2],
    [2, 1],
  ] as const)
    expect(await rejection(seed(records, likes))).toBeInstanceOf(OperationalError)
  expect(await listTracks(database.read)).toHaveLength(2)
  expect((await seed(2, 2)).likes_deleted).toBe(2)
  expect(await listTracks(database.read)).toHaveLength(0)
})

test('a prune reports the number of references from kept records to deleted ones', async (database) => {
  await seedValue(database, kindOfBlue)
  const kept = {
    artists: [{ name: 'Miles Davis' }, { name: 'John Coltrane' }],
    tracks: kindOfBlue.tracks.map(({ title, file_path }) => ({ title, file_path })),
  }
  // A label of an artist, an album of two tracks, and two genres of one.
  expect((await seedValue(database, kept, { prune: true })).references_cleared).toBe(5)
})
