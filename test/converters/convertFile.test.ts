import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { isConvertible } from '../../src/converters/identify.ts'
import { toRows } from '../../src/converters/notes.ts'
import { rejection } from '../support/database.ts'
import { conversionError, convert } from './convert.ts'

describe('JSON', () => {
  const soWhat = {
    ...{ path: '/m/k/1.flac', title: 'So What', artist: 'Miles Davis & John Coltrane', albumartist: 'Miles Davis' },
    ...{ album: 'Kind of Blue', label: 'Columbia', year: 1959, month: 8, day: 17, length: 562.4, albumtype: 'album' },
    ...{ albumartist_sort: 'Davis', acoustid_id: '', original_year: 1959, mb_releasetrackid: 'id', comp: false },
  }
  const expected = {
    labels: [{ name: 'Columbia' }],
    genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }],
    artists: [{ name: 'John Coltrane' }, { name: 'Miles Davis' }],
    tracks: [{ key: 'id', title: 'So What', file_path: 'k/1.flac', duration_seconds: 562 }],
  }

  test('an export of beets has its lists as lists', async () => {
    const items = [{ ...soWhat, artists: ['Miles Davis', 'John Coltrane'], genres: ['Modal jazz', 'Jazz'] }]
    const { catalogue, table } = await convert(JSON.stringify(items, null, 4), { root: '/m' })
    expect(catalogue).toMatchObject(expected)
    expect(catalogue.albums).toMatchObject([{ title: 'Kind of Blue', release_date: '1959-08-17', type: 'album' }])
    expect(table).toMatchObject({ format: 'the library of beets', isWholeLibrary: true })
  })

  test('an export of an earlier beets has genres with commas, and one artist', async () => {
    const items = [{ ...soWhat, genre: 'Modal jazz, Jazz' }]
    const { catalogue } = await convert(JSON.stringify(items), { root: '/m' })
    expect(catalogue).toMatchObject({ genres: expected.genres, artists: [{ name: 'Miles Davis & John Coltrane' }] })
  })

  test('the library of Spotify has its liked tracks, with their URIs as paths', async () => {
    const track = { artist: 'Earth, Wind & Fire; Co', album: 'I Am', track: 'Boogie', uri: 'spotify:track:1' }
    const { catalogue, table, notes } = await convert(
      JSON.stringify({ tracks: [track, { ...track, track: 'Star', uri: 'spotify:track:2' }], albums: [], shows: [] }),
    )
    expect(catalogue.tracks).toMatchObject([
      { title: 'Boogie', file_path: 'spotify:track:1', artists: ['Earth, Wind & Fire; Co'] },
      { title: 'Star', file_path: 'spotify:track:2' },
    ])
    expect(catalogue.albums).toHaveLength(1)
    expect(table.format).toBe('a library of Spotify')
    expect(notes).toEqual([])
  })

  test('another array of objects is a table, and a member may be missing', async () => {
    const { catalogue, lineOf } = await convert(
      '[\n{"Title":"A","File":"b"},\n{"File":"a","Title":"B","Artist":"X"}\n]',
    )
    expect(catalogue.tracks).toEqual([
      { title: 'B', file_path: 'a', artists: ['X'] },
      { title: 'A', file_path: 'b' },
    ])
    expect([lineOf('tracks', 0), lineOf('tracks', 1), lineOf('artists', 0), lineOf('tracks', 2)]).toEqual([
      ...[3, 2, 3],
      undefined,
    ])
  })

  test('the tracks of Apple have milliseconds, and ids', async () => {
    const text = `[ {"Content Type":"Song","Track Identifier":123456789,"Title":"One","Sort Name":"One","Artist":"Ana Vell","Album":"Long Way","Album Artist":"Ana Vell","Genre":"Pop","Track Year":2019,"Track Duration":215000,"Track Play Count":3,"Release Date":"2019-05-03T12:00:00Z"},
 {"Content Type":"Song","Track Identifier":123456790,"Title":"Two","Artist":"Ana Vell","Album":"Long Way","Album Artist":"Ana Vell","Genre":"Pop","Track Year":2019,"Track Duration":65000,"Release Date":"2019-05-03T12:00:00Z"} ]`
    const { catalogue } = await convert(text)
    expect(catalogue.tracks).toMatchObject([
      { file_path: 'shelf/123456789', duration_seconds: 215 },
      { file_path: 'shelf/123456790', duration_seconds: 65 },
    ])
  })

  test('what is no complete array of objects is an error with its line', async () => {
    expect(await conversionError('[{"title":"A","path":"a"},\n{"title":')).toContain('x:2 is not complete JSON')
    expect(await conversionError('[{"title":"A","path":"a"},\n7]')).toContain('x:2 is not an object')
    expect(await conversionError('[{"name of it":"A"}]')).toContain('No column is known to be the title.')
  })
})

describe('the database of beets', () => {
  const newSchema = `
    CREATE TABLE albums (id INTEGER PRIMARY KEY, artpath BLOB, album TEXT);
    CREATE TABLE items (id INTEGER PRIMARY KEY, path BLOB, album_id INTEGER, title TEXT, artist TEXT, artists TEXT,
      albumartist TEXT, albumartist_sort TEXT, album TEXT, genres TEXT, label TEXT, year INTEGER, month INTEGER, day INTEGER,
      original_year INTEGER, length REAL, acoustid_id TEXT, mb_releasetrackid TEXT, albumtype TEXT);
    INSERT INTO albums VALUES (1, CAST('/m/k/cover.jpg' AS BLOB), 'Kind of Blue');
    INSERT INTO items VALUES (1, CAST('/m/k/1.flac' AS BLOB), 1, 'So What', 'Miles Davis & John Coltrane',
      'Miles Davis\\␀John Coltrane', 'Miles Davis', 'Davis', 'Kind of Blue', 'Modal jazz\\␀Jazz', 'Columbia', 1959, 8, 17, 1959,
      562.4, '', '', 'album');`
  const oldSchema = `
    CREATE TABLE albums (id INTEGER PRIMARY KEY, artpath BLOB, album TEXT);
    CREATE TABLE items (id INTEGER PRIMARY KEY, path BLOB, album_id INTEGER, title TEXT, artist TEXT, albumartist TEXT,
      albumartist_sort TEXT, album TEXT, genre TEXT, year INTEGER, original_year INTEGER, length REAL, acoustid_id TEXT,
      mb_releasetrackid TEXT);
    INSERT INTO items VALUES (1, CAST('/m/a.mp3' AS BLOB), NULL, 'T', 'AC/DC', '', '', '', 'Rock, Hard rock', 0, 0, 12.0, '', '');`

  const databaseOf = (schema: string) => {
    using database = new Database(':memory:')
    database.run(schema)
    return database.serialize()
  }

  test('has lists since version 2.7', async () => {
    const { catalogue, table } = await convert(databaseOf(newSchema), { root: '/m' })
    expect(catalogue).toMatchObject({
      genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }],
      artists: [{ name: 'John Coltrane' }, { name: 'Miles Davis' }],
      albums: [{ title: 'Kind of Blue', cover_path: 'k/cover.jpg', release_date: '1959-08-17', type: 'album' }],
      tracks: [{ title: 'So What', file_path: 'k/1.flac', duration_seconds: 562 }],
    })
    expect(table.format).toBe('the library of beets')
  })

  test('has genres with commas before', async () => {
    const { catalogue } = await convert(databaseOf(oldSchema), { root: '/m' })
    expect(catalogue).toMatchObject({
      ...{ genres: [{ name: 'Hard rock' }, { name: 'Rock' }], artists: [{ name: 'AC/DC' }], albums: [] },
      tracks: [{ title: 'T', file_path: 'a.mp3', duration_seconds: 12 }],
    })
  })

  test('another database, and a damaged one, are errors', async () => {
    const other = 'x is an SQLite database, but not a library of beets.'
    expect(await conversionError(databaseOf('CREATE TABLE items (id); CREATE VIEW albums AS SELECT 1'))).toContain(
      other,
    )
    expect(await conversionError(databaseOf('CREATE TABLE items (id); CREATE TABLE albums (id)'))).toContain(other)
    expect(await conversionError('SQLite format 3\0…')).toContain(other)
  })
})

describe('tables of other records than tracks', () => {
  test('labels and genres have a name each, once', async () => {
    const { catalogue, table, rowCount } = await convert('\ufeffLabel\r\nColumbia\r\n\r\n"\'=1"\r\nColumbia\r\n')
    expect(catalogue).toMatchObject({ labels: [{ name: '=1' }, { name: 'Columbia' }], genres: [], tracks: [] })
    expect(table).toMatchObject({ format: 'a table of labels', section: 'labels', isWholeLibrary: false })
    expect(rowCount).toBe(3)
    expect((await convert('Genre\nJazz\n')).catalogue.genres).toEqual([{ name: 'Jazz' }])
  })

  test('artists and albums have their members, and their labels are in the file', async () => {
    const artists =
      'Artist,Label,Release date,Duration seconds,Cover\nMiles Davis,Columbia,1959-08-17,562,a.jpg\n"A; B",,,,\n'
    expect((await convert(artists)).catalogue).toMatchObject({
      labels: [{ name: 'Columbia' }],
      artists: [
        { name: 'A; B' },
        { name: 'Miles Davis', label: 'Columbia', release_date: '1959-08-17', duration: 562, cover_path: 'a.jpg' },
      ],
    })
    const albums =
      'Album;Album key;Label;Release date;Album type;Cover;Duration seconds\nKind of Blue;kob;Columbia;17.8.1959;Album;k/c.jpg;45:44\nT;;;;;;\n'
    const { catalogue } = await convert(albums)
    expect(catalogue.albums[0]).toEqual({
      ...{ title: 'Kind of Blue', key: 'kob', label: 'Columbia', type: 'album', cover_path: 'k/c.jpg' },
      ...{ release_date: '1959-08-17', duration_seconds: 2744 },
    })
    expect(catalogue.albums[1]).toEqual({ title: 'T' })
  })

  test('cells that are not understood are problems', async () => {
    const albums = 'Album,Album key,Label,Release date,Album type,Cover,Duration seconds\n,k,,,,\nT,,,soon,,\n'
    expect(await rejection(convert(albums))).toMatchObject({
      problems: [
        { line: 2, column: 1, pointer: '(Album)', sentence: 'is empty. Every row needs it.' },
        { line: 3, column: 4, pointer: '(Release date)', sentence: expect.stringContaining('"soon" is not a day') },
      ],
      more: 0,
      table: { section: 'albums' },
    })
  })

  test('with another column, a table is one of tracks', async () => {
    expect(await conversionError('Genre,Note\nJazz,x\n')).toContain('No column is known to be the title.')
  })
})

test('places of the catalogue are places of rows, in the order of these', () => {
  const lineOf = (section: string, index: number) => (section === 'albums' ? 9 - index : undefined)
  const place = { sentence: 'S', line: 1, column: 2 }
  const pointers = ['/albums/0/label', '/albums/1', '/albums', '']
  const rows = toRows(
    { lineOf },
    pointers.map((pointer) => ({ ...place, pointer })),
  )
  const whole = { ...place, pointer: '' }
  expect(rows).toEqual([whole, whole, { ...whole, line: 8, column: 1 }, { ...whole, line: 9, column: 1 }])
})

test.each([
  ['title,path\nT,p\n', true],
  [Buffer.from('\ufefftitle\tpath\nT\tp\n', 'utf16le'), true],
  [Buffer.from('Künstler;Titel\nä;b', 'latin1'), true],
  ['\ufeffLabel\r\nColumbia\r\n', true],
  ['<?xml version="1.0"?>', true],
  ['#EXTM3U\na.mp3\n', true],
  ['[{"title":"T"}]', true],
  ['{"tracks": [ {"artist":"A","uri":"spotify:track:1"}]}', true],
  ['SQLite format 3\0', true],
  ['{"tracks":[{"title":"T","file_path":"p"}]}', false],
  [Buffer.from('\ufeff{"tracks":[]}', 'utf16le'), false],
  ['"labels": [],\n"tracks": []\n', false],
  ['// labels, and more\n{}, x\n', false],
  ['labels\ngenres\n', false],
  [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), false],
  ['', false],
])('a file that may be JSON is not converted: %p', (content, expected) => {
  expect(isConvertible(Buffer.from(content))).toBe(expected)
})
