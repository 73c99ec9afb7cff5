import { expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import { correctRow, readCorrections } from '../../src/converters/corrections.ts'
import { fillAlbumArtists } from '../../src/converters/fillAlbumArtists.ts'
import type { TrackRow } from '../../src/converters/trackRow.ts'
import { createRow } from './convert.ts'

// Albums without an album artist whose tracks are in the folders of several discs.

const row = (file_path: string, artist: string, others: Partial<TrackRow> = {}) =>
  createRow(file_path, { artists: [artist], album: { title: 'Set' }, ...others })

/** Two tracks of an artist in each folder. The numbers of the discs are those behind a colon. */
const rowsOf = (folders: Record<string, string>): TrackRow[] =>
  Object.entries(folders).flatMap(([name, artist]) => {
    const [, folder, disc] = /^(.*?)(?::(\d))?$/.exec(name) ?? []
    const others = disc === undefined ? {} : { disc: Number(disc) }
    return ['1.mp3', '2.mp3'].map((file) => row(`${folder}/${file}`, artist, others))
  })

const albumsOf = (rows: TrackRow[]): { key: string; formerly?: { key: string } }[] =>
  JSON.parse([...buildCatalogue([...fillAlbumArtists(rows)]).chunks].join('')).albums

const keysOf = (rows: TrackRow[]) => albumsOf(rows).map(({ key }) => key)

const [joined, apart] = [['Set'], ['Set / Ana', 'Set / Bo']]

test.each([
  ['Disco 1', 'Disco 2'],
  ['Set (Disc 1)', 'Set (Disc 2)'],
  ['[CD1]', '[CD2]'],
  ['Digital Media 01', 'Digital Media 02'],
  ['LP1', 'LP2'],
  ['1', '2'],
  ['a/Disque 1', 'a/disque  2'],
  ['(Disco 9)', 'Disco10'],
  ['1999 Set 1', '1999 Set 2'],
  ['Set 1 of 2', 'Set 2 of 2'],
  ['ディスク１', 'ディスク２'],
  ['C:\\Music\\Disco 1', 'C:\\Music\\Disco 2'],
  ['Red:1', 'Blue:2'],
  ['1977:1', '1978:2'],
  ['Set:1', 'Set (bonus):2'],
])('siblings of one album title are one album: %s and %s', (first, second) => {
  const albums = albumsOf(rowsOf({ [first]: 'Ana', [second]: 'Bo' }))
  expect(albums).toMatchObject([{ key: 'Set', formerly: { key: expect.stringMatching(/^Set \/ (?:Ana|Bo)$/) } }])
  expect(keysOf(rowsOf({ [first]: 'Ana', [second]: 'Bo' }).toReversed())).toEqual(joined)
})

test.each([
  ['1977', '1978'],
  ['Live 1977', 'Live 1978'],
  ['Red', 'Blue'],
  ['Red:1', 'Blue:1'],
  ['Red:1', 'Blue'],
  ['a/Disco 1', 'b/Disco 2'],
  ['a/Disco 1', 'a/Disco 2/x'],
  ['Disco 1', 'Disque 2'],
  ['10 Sets 1', '20 Sets 2'],
  ['Set', 'Set 2'],
])('folders that may be two albums are two: %s and %s', (first, second) => {
  expect(keysOf(rowsOf({ [first]: 'Ana', [second]: 'Bo' }))).toEqual(apart)
})

test('albums of several titles, of several groups of discs and among others stay apart', () => {
  const titled = (file_path: string, artist: string, title: string) => row(file_path, artist, { album: { title } })
  expect(keysOf([titled('Vol 1/1', 'Ana', 'Set, Vol. 1'), titled('Vol 2/1', 'Bo', 'Set, Vol. 2')])).toEqual([
    'Set, Vol. 1 / Ana',
    'Set, Vol. 2 / Bo',
  ])
  const groups = { 'Ana 1:1': 'Ana', 'Ana 2:2': 'Ana', 'Bo 1:1': 'Bo', 'Bo 2:2': 'Bo' }
  expect(keysOf(rowsOf(groups))).toEqual(apart)
  // A folder has tracks of both discs.
  const both = row('Red/3.mp3', 'Ana', { disc: 2 })
  expect(keysOf([...rowsOf({ 'Red:1': 'Ana', 'Blue:2': 'Bo' }), both])).toEqual(apart)
  // A player that spreads files over numbered folders.
  const others = ['F00', 'F01'].flatMap((folder) =>
    ['x', 'y', 'z'].map((title) => titled(`${folder}/${title}`, 'Cy', title)),
  )
  expect(keysOf([...rowsOf({ F00: 'Ana', F01: 'Bo' }), ...others])).toEqual([...apart, 'x / Cy', 'y / Cy', 'z / Cy'])
})

test('discs of which more than half have an artist have it, and those with an album artist are as they say', () => {
  expect(keysOf([...rowsOf({ 'Disco 1': 'Ana', 'Disco 2': 'Bo' }), row('Disco 1/3', 'Ana')])).toEqual(['Set / Ana'])
  const ana = { album: { title: 'Set', artist: 'Ana' } }
  expect(keysOf([row('Disco 1/1', 'Ana', ana), row('Disco 2/1', 'Bo')])).toEqual(apart)
})

test('an album of several discs names one that was an album before, unless another album is that', async () => {
  const rows = rowsOf({ 'Disco 1': 'Ana', 'Disco 2': 'Bo' })
  expect(albumsOf(rows)).toMatchObject([{ key: 'Set', formerly: { key: 'Set / Ana' } }])
  const [ana, bo] = ['Ana', 'Bo'].map((artist) => row(`x/${artist}`, artist, { album: { title: 'Set', artist } }))
  expect(albumsOf([...rows, ana as TrackRow])).toEqual([
    { key: 'Set', formerly: { key: 'Set / Bo' }, title: 'Set' },
    { key: 'Set / Ana', title: 'Set' },
  ] as never)
  expect(albumsOf([...rows, ana as TrackRow, bo as TrackRow])[0]).toEqual({ key: 'Set', title: 'Set' } as never)

  const corrections = await readCorrections('{ "artists": [{ "name": "Anna", "merge_into": "Ana" }] }')
  const corrected = [...fillAlbumArtists(rowsOf({ 'Disco 1': 'Anna', 'Disco 2': 'Ana' }))].map((each) =>
    correctRow(corrections, each),
  )
  const { albums } = JSON.parse([...buildCatalogue(corrected).chunks].join(''))
  expect(albums).toMatchObject([{ key: 'Set', formerly: { key: 'Set / Ana' } }])
})
