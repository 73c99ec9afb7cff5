import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { WrongColumns } from '../../src/converters/csv/columns.ts'
import { rejection } from '../support/database.ts'
import { tries } from '../support/longForm.ts'
import { unreadOf } from '../support/tableColumns.ts'
import { conversionError, convert } from './convert.ts'

const pathsOf = async (...args: Parameters<typeof convert>) =>
  (await convert(...args)).catalogue.tracks.map(({ file_path }: { file_path: string }) => file_path)

const sheet = `No.;Track;Title;Artists;Album;Label;Length
A1;1;Blue Train;John Coltrane;Blue Train;Blue Note;10:43
A2;2;Moment's Notice;John Coltrane;Blue Train;Blue Note;9:10
;;AC/DC % Fan;;;;
`

test('a track without a path gets one of its values, which a note says once', async () => {
  const { catalogue, notes, table, columns, unread } = await convert(sheet)
  expect(catalogue.tracks).toMatchObject(
    [
      { file_path: 'shelf/AC%2FDC %25 Fan', title: 'AC/DC % Fan' },
      { file_path: "shelf/John Coltrane/Blue Train/A2 Moment's Notice", album: 'Blue Train / John Coltrane' },
      { file_path: 'shelf/John Coltrane/Blue Train/A1 Blue Train', duration_seconds: 643 },
    ].toSorted((a, b) => (a.file_path < b.file_path ? -1 : 1)),
  )
  const [note = '', ...others] = notes
  expect([note.slice(0, 30), others]).toEqual(['x There is no column of paths:', []])
  expect(note).toEndWith('such as "shelf/John Coltrane/Blue Train/A1 Blue Train".')
  expect([table.rows, columns.position, unread]).toEqual(['tracks', ['No.'], ['Track']])
})

test('an id of the track is its path, and a catalogue number stands for artist and album', async () => {
  expect(
    await pathsOf('Track name,Artist name,ISRC,Spotify - id\nOne,Ana Vell,GBAAA1900001,1a\nTwo,Ana Vell,,1b\n'),
  ).toEqual(['shelf/Ana Vell/Two', 'shelf/GBAAA1900001'])
  const label = `Catalog#,Side,#,Artist,Title,Album
TT 1,A,1,Ana Vell,One,Hits
TT 1,B,1,Bo Rin,Two,Hits
TT 2,A,1,Ana Vell,Three,Hits
none,A,1,Cy,Four,Hits
`
  const { catalogue } = await convert(label)
  expect(catalogue.tracks.map(({ file_path, album }: Record<string, string>) => [file_path, album])).toEqual([
    ['shelf/Cy/Hits/A-1 Four', 'Hits / Cy'],
    // The first artist of a compilation that has none, as in folders.
    ['shelf/TT 1/A-1 One', 'Hits'],
    ['shelf/TT 1/B-1 Two', 'Hits'],
    ['shelf/TT 2/A-1 Three', 'Hits / Ana Vell'],
  ])
})

test('beside paths, numbers are not read', async () => {
  const { table, notes, unread } = await convert('No,Title,Path,ISRC\n1,T,p,X1\n')
  expect(unread).toEqual(['No', 'ISRC'])
  expect([table.rows, notes]).toEqual([undefined, []])
})

test('rows with one path are listed and stay apart, also from a title that ends like a number of them', async () => {
  const text = `Track title,Artist,Length
T,A,2
T (2),A,5
T,A,1
T,A,2
`
  const { catalogue, notes } = await convert(text)
  expect(catalogue.tracks).toMatchObject([
    { file_path: 'shelf/A/T', duration_seconds: 1 },
    { file_path: 'shelf/A/T (2)', duration_seconds: 2 },
    { file_path: 'shelf/A/T (3)', duration_seconds: 2 },
    { file_path: 'shelf/A/T%20(2)', title: 'T (2)' },
  ])
  expect(notes.slice(1)).toEqual([
    'x:2 The row has the path of line 4, "shelf/A/T". It gets "shelf/A/T (2)".',
    'x:5 The row has the path of line 4, "shelf/A/T". It gets "shelf/A/T (3)".',
  ])
})

test('a sorted sheet gives the same catalogue', async () => {
  const cell = fc.constantFrom('', 'A', 'B', 'C 1', 'x (2)')
  const row = fc.tuple(fc.constantFrom('T', 'U', 'T (2)'), cell, cell, cell, cell, fc.constantFrom('', '1', '2'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('albums', 'tracks'),
      async (rows, kind) => {
        const toText = (sorted: typeof rows) =>
          ['Title,Artist,Catno,No,Album artist,Seconds', ...sorted.map((cells) => cells.join(','))].join('\n')
        const first = await convert(toText(rows), { rows: kind })
        expect((await convert(toText(rows.toSorted()), { rows: kind })).catalogue).toEqual(first.catalogue)
        expect(first.catalogue.tracks).toHaveLength(rows.length)
        expect(first.notes.filter((note) => note.includes('left out'))).toEqual([])
      },
    ),
    { numRuns: tries(25) },
  )
})

const shelfTable = `Artist;Title;Year;Label;Catalogue no.;Condition;Shelf
John Coltrane;Blue Train;1957;Blue Note;BLP 1577;VG+;A3
Ana Vell; Long Way ;2001;Tin Tree;none;NM;A4
`

test('without an album and a path, a table is asked what its rows are', async () => {
  expect(await conversionError(shelfTable)).toMatch(
    /^WrongColumns: Is a row of x an album or a track\? .* --rows tracks\.$/,
  )
  const error = await rejection(convert(shelfTable))
  const table = error instanceof WrongColumns ? error.table : undefined
  expect(table?.asksForRows).toBe(true)
  expect(unreadOf(table?.columns ?? [])).toMatchObject([
    { name: 'Condition', values: ['VG+', 'NM'] },
    { name: 'Shelf', values: ['A3', 'A4'] },
  ])
  expect(await pathsOf(shelfTable, { rows: 'tracks' })).toEqual([
    'shelf/Ana Vell/Long Way',
    'shelf/BLP 1577/Blue Train',
  ])
  expect(await conversionError('[{"title":"A"}]')).toContain('an album or a track?')
  // A list of songs says that it is one.
  expect(await pathsOf('Artist;Song\nAna Vell;One\n')).toEqual(['shelf/Ana Vell/One'])
})

test('a row that is an album is one with a derived key, and a track of its title', async () => {
  const { catalogue, notes, table, columns } = await convert(shelfTable, { rows: 'albums' })
  expect(catalogue).toMatchObject({
    labels: [{ name: 'Blue Note' }, { name: 'Tin Tree' }],
    artists: [{ name: 'Ana Vell' }, { name: 'John Coltrane' }],
    albums: [
      { key: 'Blue Train / John Coltrane', title: 'Blue Train', label: 'Blue Note', release_date: '1957-01-01' },
      { key: 'Long Way / Ana Vell', title: 'Long Way', label: 'Tin Tree', release_date: '2001-01-01' },
    ],
    tracks: [
      { title: 'Long Way', file_path: 'shelf/Ana Vell/Long Way', artists: ['Ana Vell'] },
      { title: 'Blue Train', file_path: 'shelf/BLP 1577', album: 'Blue Train / John Coltrane' },
    ].toSorted((a, b) => (a.file_path < b.file_path ? -1 : 1)),
  })
  expect(notes).toEqual([
    'x Each row is read as an album, and one track of its title that has the artists.',
    expect.stringContaining('There is no column of paths: '),
  ])
  expect([table.rows, columns]).toMatchObject(['albums', { title: ['Title'], album: ['Title'] }])
  // An artist and an album are no title of a track.
  const named = await convert(shelfTable.replace('Title', 'Album'))
  expect([named.catalogue, named.notes]).toEqual([catalogue, notes])
})

test('albums of nobody have no tracks', async () => {
  const text = 'Title;Year;Label;Place\nLong Way;2001;Tin Tree;A4\n'
  const { catalogue, notes, table, unread } = await convert(text, { rows: 'albums' })
  expect(catalogue).toMatchObject({
    albums: [{ title: 'Long Way', label: 'Tin Tree', release_date: '2001-01-01' }],
    tracks: [],
  })
  expect(table).toMatchObject({ section: 'albums', rows: 'albums', isWholeLibrary: false })
  expect(unread).toEqual(['Place'])
  expect(notes).toEqual(['x Each row is read as an album.'])
  expect((await convert(text.replace('Title', 'Album'))).catalogue).toEqual(catalogue)
  expect(await conversionError(text, { rows: 'albums', columns: new Map([['label', ['Lable']]]) })).toContain(
    'no column "Lable"',
  )
})

test('a column of files under an unknown name is no table without paths', async () => {
  for (const path of ['kob/01.flac', 'D:\\Music\\a very long name of a folder\\another very long one\\01.mp3'])
    expect(await conversionError(`Song,Where\nT,${path}\n`)).toContain(
      'No column is known to be the path, and "Where" has paths. Say --columns path="Where".',
    )
})

test('the rows of a known table are known', async () => {
  const discogs = 'Catalog#,Artist,Title,Format,Released,release_id,CollectionFolder\nX1,Ana Vell,One,LP,1999,1,All\n'
  expect(await conversionError(discogs, { rows: 'tracks' })).toContain(
    'x is a collection of Discogs, of which the rows are known. Leave out --rows.',
  )
})
