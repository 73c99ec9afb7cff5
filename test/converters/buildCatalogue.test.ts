import { expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import type { AlbumRow, TrackRow } from '../../src/converters/trackRow.ts'
import { createRow } from './convert.ts'

const albumRow = (file_path: string, album: AlbumRow) => createRow(file_path, { album })

const build = (rows: readonly TrackRow[]) => {
  const { chunks, notes, count } = buildCatalogue(rows)
  const text = [...chunks].join('')
  const sentences = notes.map(({ place, sentence }) => `${place}: ${sentence}`)
  return { text, count, catalogue: JSON.parse(text), notes: sentences }
}

test('rows become a catalogue file in the form of an export', () => {
  const album = { title: 'Kind of Blue', artist: 'Miles Davis', label: 'Columbia', release_date: '1959-08-17' }
  const { text, count, notes } = build([
    createRow('b.flac', { title: 'So What', duration_seconds: 562, artists: ['Miles Davis', 'Bill Evans'], album }),
    createRow('a.flac', { title: 'Blue in Green', key: 'k1', genres: ['Modal jazz'], artists: ['Miles Davis'], album }),
  ])
  expect(text).toBe(`{
  "$schema": "./catalogue.schema.json",
  "labels": [
    { "name": "Columbia" }
  ],
  "genres": [
    { "name": "Modal jazz" }
  ],
  "artists": [
    { "name": "Bill Evans" },
    { "name": "Miles Davis" }
  ],
  "albums": [
    { "key": "Kind of Blue / Miles Davis", "title": "Kind of Blue", "label": "Columbia", "release_date": "1959-08-17" }
  ],
  "tracks": [
    { "key": "k1", "title": "Blue in Green", "file_path": "a.flac", "album": "Kind of Blue / Miles Davis", "artists": ["Miles Davis"], "genres": ["Modal jazz"] },
    { "title": "So What", "file_path": "b.flac", "duration_seconds": 562, "album": "Kind of Blue / Miles Davis", "artists": ["Bill Evans", "Miles Davis"] }
  ]
}
`)
  expect(count).toBe(7)
  expect(notes).toEqual([])
})

test('albums are told apart by their album artists, and without one by title alone', () => {
  const { catalogue } = build([
    albumRow('1', { title: 'Greatest Hits', artist: 'Queen' }),
    albumRow('2', { title: 'Greatest Hits', artist: 'ABBA' }),
    albumRow('3', { title: 'Greatest Hits' }),
    albumRow('4', { title: 'Greatest Hits' }),
  ])
  const keys = ['Greatest Hits', 'Greatest Hits / ABBA', 'Greatest Hits / Queen']
  expect(catalogue.albums.map(({ key }: AlbumRow) => key)).toEqual(keys)
  expect(catalogue.tracks.map(({ album }: { album: string }) => album)).toEqual([...keys.toReversed(), keys[0]])
})

test('an album with a key of the source says its derived key as its former one', () => {
  const { catalogue } = build([albumRow('1', { title: 'Blue Train', artist: 'John Coltrane', key: 'mbid-1' })])
  expect(catalogue.albums).toEqual([
    { key: 'mbid-1', formerly: { key: 'Blue Train / John Coltrane' }, title: 'Blue Train' },
  ])
})

test('albums with keys of the source that share their title and artist have no former key', () => {
  const { catalogue } = build([
    albumRow('1', { title: 'Weezer', artist: 'Weezer', key: 'blue' }),
    albumRow('2', { title: 'Weezer', artist: 'Weezer', key: 'green' }),
    albumRow('3', { title: 'Weezer', artist: 'Weezer' }),
  ])
  expect(catalogue.albums).toEqual([
    { key: 'Weezer / Weezer', title: 'Weezer' },
    { key: 'blue', title: 'Weezer' },
    { key: 'green', title: 'Weezer' },
  ])
})

test('rows without the key of the source join the only album with their title and artist', () => {
  const { catalogue } = build([
    albumRow('1', { title: 'Blue Train', artist: 'John Coltrane' }),
    albumRow('2', { title: 'Blue Train', artist: 'John Coltrane', key: 'mbid-1' }),
  ])
  expect(catalogue.albums).toHaveLength(1)
  expect(catalogue.tracks.map(({ album }: { album: string }) => album)).toEqual(['mbid-1', 'mbid-1'])
})

test('a derived key can be neither mistaken for another one, nor equal to a key of the source, nor be too long', () => {
  const { catalogue } = build([
    albumRow('1', { title: 'A / B' }),
    albumRow('2', { title: 'A', artist: 'B' }),
    albumRow('3', { title: 'C' }),
    albumRow('4', { title: 'D', key: 'C' }),
    albumRow('5', { title: 'x'.repeat(255), artist: 'y'.repeat(255) }),
    albumRow('6', { title: 'x'.repeat(255), artist: 'z'.repeat(255) }),
  ])
  const keys: string[] = catalogue.albums.map(({ key }: AlbumRow) => key)
  expect(new Set(keys).size).toBe(6)
  expect(keys).toContain('A / B')
  expect(keys).toContain('C #2')
  expect(Math.max(...keys.map((key) => key.length))).toBe(250)
})

test('tracks that disagree about their album take the most frequent value, and then the first by path', () => {
  const { catalogue, notes } = build([
    albumRow('3', { title: 'X', label: 'Columbia', type: 'ep' }),
    albumRow('1', { title: 'X', label: 'Sony', type: 'single' }),
    albumRow('2', { title: 'X', label: 'Columbia' }),
  ])
  expect(catalogue.albums).toEqual([{ key: 'X', title: 'X', label: 'Columbia', type: 'single' }])
  expect(catalogue.labels).toEqual([{ name: 'Columbia' }])
  expect(notes).toEqual([
    '1: The tracks of the album "X" differ in the label: "Columbia" (2), "Sony" (1). The first is taken.',
    '1: The tracks of the album "X" differ in the type: "single" (1), "ep" (1). The first is taken.',
  ])
})

test('names are trimmed and in NFC, and paths and keys stay as they are', () => {
  const { catalogue, notes } = build([
    createRow('Cafe\u0301.flac', {
      title: ' Cafe\u0301 ',
      key: 'e\u0301',
      artists: ['Bjo\u0308rk', ' Bj\u00f6rk', ' '],
    }),
  ])
  expect(catalogue.tracks).toEqual([
    { key: 'e\u0301', title: 'Caf\u00e9', file_path: 'Cafe\u0301.flac', artists: ['Bj\u00f6rk'] },
  ])
  expect(notes).toEqual([])
})

test('values that the file cannot have are left out with a note, and of a date the year stays', () => {
  const { catalogue, notes } = build([
    createRow('1', {
      title: 'a\u0007b\ud800',
      genres: ['x'.repeat(101)],
      artists: ['x'.repeat(256)],
      duration_seconds: 1.5,
    }),
    createRow('2', { title: ' ' }),
    createRow('3', { title: 'x'.repeat(256), key: 'x'.repeat(256) }),
    createRow('4', { album: { title: 'X', release_date: '59', label: 'x'.repeat(101), cover_path: 'a\u0000' } }),
    createRow('5'.repeat(256), { place: '5' }),
    createRow('6\u0001', { place: '6' }),
    createRow('7', { album: { title: 'Y', release_date: '1959/1960' } }),
  ])
  expect(catalogue.tracks).toEqual([
    { title: 'a b\ufffd', file_path: '1' },
    { title: 'x'.repeat(255), file_path: '3' },
    { title: 'Title of 4', file_path: '4', album: 'X' },
    { title: 'Title of 7', file_path: '7', album: 'Y' },
  ])
  expect(catalogue.albums).toEqual([
    { key: 'X', title: 'X' },
    { key: 'Y', title: 'Y', release_date: '1959-01-01' },
  ])
  expect(notes).toEqual([
    '1: The title has control characters. They are replaced.',
    '1: The duration 1.5 is not a whole number from 0 to 2147483647. It is left out.',
    '1: The artist has more than 255 characters. It is left out.',
    '1: The genre has more than 100 characters. It is left out.',
    '2: The title is required. The track is left out.',
    '3: The title has more than 255 characters. The rest is cut off.',
    '3: The key must not be longer than 255 characters. It is left out.',
    '4: The label has more than 100 characters. It is left out.',
    '4: The date "59" has no year. It is left out.',
    '4: The cover has characters that are not allowed. It is left out.',
    '5: The path must not be longer than 255 characters. The track is left out.',
    '6: The path has characters that are not allowed. The track is left out.',
    '7: The date "1959/1960" is not a day that exists, or its form is not known. The year 1959 is kept.',
  ])
})

test('of rows with the same path only the first stays', () => {
  const { catalogue, notes } = build([
    createRow('a', { place: 'line 10', title: 'Second' }),
    createRow('a', { place: 'line 9', title: 'First' }),
  ])
  expect(catalogue.tracks).toEqual([{ title: 'First', file_path: 'a' }])
  expect(notes).toEqual(['line 10: Another row has the path "a". The track is left out.'])
})

test('a key that several rows have is dropped from all of them', () => {
  const { catalogue, notes } = build([
    createRow('a', { key: 'k' }),
    createRow('b', { key: 'k' }),
    createRow('c', { key: 'l' }),
  ])
  expect(catalogue.tracks.map(({ key }: { key?: string }) => key ?? null)).toEqual([null, null, 'l'])
  expect(notes).toEqual(['a: Another row has the key "k", too. It is left out. (2 rows)'])
})

test('a former key is written if it can name only one record', () => {
  const { catalogue } = build([
    createRow('a', { key: '1', former_key: 'old' }),
    createRow('b', { key: '2', former_key: 'shared' }),
    createRow('c', { key: '3', former_key: 'shared' }),
    createRow('d', { key: '4', former_key: '1' }),
    createRow('e', { former_key: 'without a key' }),
  ])
  const formers = catalogue.tracks.map(({ formerly }: { formerly?: object }) => formerly ?? null)
  expect(formers).toEqual([{ key: 'old' }, null, null, null, null])
})

test('a name that nobody can see is left out, with a note', () => {
  const album = { title: 'Kind of Blue', artist: '\u200b', label: '\u3164' }
  const { catalogue, notes } = build([
    createRow('a', { artists: ['\u200b', 'Miles Davis'], genres: ['\u2800'], album }),
    createRow('b', { title: '\u200b' }),
  ])
  expect(catalogue).toMatchObject({
    artists: [{ name: 'Miles Davis' }],
    labels: [],
    genres: [],
    tracks: [{ file_path: 'a' }],
  })
  expect(notes).toEqual([
    ...['a: The album artist', 'a: The label', 'a: The artist', 'a: The genre', 'b: The title'].map(
      (start) => `${start} has no visible character. It is left out.`,
    ),
    'b: The title is required. The track is left out.',
  ])
})
