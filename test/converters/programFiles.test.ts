import { describe, expect, test } from 'bun:test'
import { rejection } from '../support/database.ts'
import { convert } from './convert.ts'

/** A track as Apple Music exports it. The values are XML. */
const itunesTrack = (members: Record<string, string>) =>
  `<key>1</key><dict>${Object.entries(members)
    .map(([key, value]) => `<key>${key}</key>${value === '' ? '<true/>' : `<string>${value}</string>`}`)
    .join('')}</dict>`

/** A library of Apple Music. Each track is on a line of its own, the first one on line 2. */
const itunes = (...tracks: Record<string, string>[]) =>
  `<plist version="1.0"><dict><key>Tracks</key><dict>\n${tracks.map((track) => `${itunesTrack(track)}\n`).join('')}</dict></dict></plist>`

const plain = { Name: 'Plain', Artist: 'Ana Vell', Location: 'file://localhost/C:/Users/x/Music/a.mp3' }
const b = { ...plain, Location: 'file:///b.mp3' }

const titlesOf = ({ catalogue }: Awaited<ReturnType<typeof convert>>) =>
  catalogue.tracks.map(({ title }: { title: string }) => title)

describe('one value that XML does not allow', () => {
  test.each([
    ['Goblin &#55357;&#56846;', 'Goblin 😎'],
    ['Goblin &#xD83D;&#xDE4E;!', 'Goblin 🙎!'],
  ])('is joined: %s', async (name, title) => {
    const result = await convert(itunes(plain, { ...b, Name: name }))
    expect(titlesOf(result)).toEqual([title, 'Plain'])
    expect(result.notes).toEqual([
      'x:3 A character that is written as two references, which XML does not allow, is read as one.',
    ])
  })

  test.each([
    ['One\u0001two', 'One two', 'control characters. They are replaced.'],
    ['One&#1;two', 'One two', 'control characters. They are replaced.'],
    ['One&#x0;', 'One', 'control characters. They are replaced.'],
    ['One&#55357; two', 'One\ufffd two', 'a character that was not read (U+FFFD).'],
    ['One&#x110000;', 'One\ufffd', 'a character that was not read (U+FFFD).'],
    ['One\uffff', 'One\ufffd', 'a character that was not read (U+FFFD).'],
  ])('is replaced, with a note: %j', async (name, title, sentence) => {
    const result = await convert(itunes(plain, { ...b, Name: name }))
    expect(titlesOf(result)).toEqual([title, 'Plain'])
    expect(result.notes).toEqual([`x:3 The title has ${sentence}`])
  })

  test('is replaced where a byte is no UTF-8, and read where the encoding is named', async () => {
    const bytes = Buffer.from(itunes(plain, { ...b, Name: 'Caf\xe9' }), 'latin1')
    const result = await convert(bytes)
    expect(titlesOf(result)).toEqual(['Caf\ufffd', 'Plain'])
    expect(result.notes).toEqual(['x:3 The title has a character that was not read (U+FFFD).'])
    expect(titlesOf(await convert(bytes, { encoding: 'windows-1252' }))).toEqual(['Café', 'Plain'])
  })

  test('is read wherever the text is cut for reading', async () => {
    const name = '&#55357;&#56846;'.repeat(70_000)
    const artist = { ...b, Name: 'B', Genre: name, Artist: `${'a'.repeat(65_530)}&#55357;&#56846;` }
    const { notes, catalogue } = await convert(itunes(plain, artist))
    expect(notes.join()).not.toContain('U+FFFD')
    expect(catalogue.artists).toHaveLength(1)
  })
})

describe('a track of a program', () => {
  test.each([
    ['file:///Users/x/Music/100%.mp3', '/Users/x/Music/100%.mp3'],
    ['file:///Music/50%25%20%zz%C3%A9.mp3', '/Music/50% %zzé.mp3'],
    ['file:///Music/caf%E9.mp3', '/Music/caf%E9.mp3'],
  ])('has a path with a %% that is no escape: %s', async (location, path) => {
    const result = await convert(itunes(plain, { ...plain, Location: location }))
    expect(result.catalogue.tracks).toMatchObject([{ file_path: path }, { file_path: 'C:/Users/x/Music/a.mp3' }])
    expect(result.notes).toEqual([
      `x:3 ${JSON.stringify(location)} has a % that is no escape of a URL. It is read as it is.`,
    ])
  })

  test('without a title is left out, and so is a value that is not understood', async () => {
    const odd = { ...b, 'Total Time': 'soon', Album: 'A', Year: 'MCM' }
    const { catalogue, notes, rowCount } = await convert(itunes(odd, { Location: 'file:///c.mp3' }, plain))
    expect(catalogue.tracks).toMatchObject([{ file_path: '/b.mp3' }, { file_path: 'C:/Users/x/Music/a.mp3' }])
    expect(catalogue.albums).toMatchObject([{ title: 'A' }])
    expect(rowCount).toBe(2)
    expect(notes).toEqual([
      'x:2 (Total Time) "soon" is no duration. Write milliseconds or m:ss. It is left out.',
      'x:2 (Year) "MCM" is no day that is understood. Write 1959-08-17, 17.8.1959, 1959-08 or 1959. It is left out.',
      'x:3 (Name) is empty. Every track needs a title. The row is left out.',
    ])
  })
})

const exportify =
  'Track URI,Track Name,Album Name,Artist Name(s),Release Date,Duration (ms),Popularity,Explicit,Added By,Added At,Genres,Record Label\n'

test('tracks that were removed from Spotify are left out of a playlist, with a note', async () => {
  const { catalogue, notes, rowCount } = await convert(
    `${exportify}spotify:track:1aaa,One,Long Way,Ana Vell,2019-05-03,215000,1,false,x,2024-01-01T00:00:00Z,pop,Tin Tree
spotify:track:1bbb,,,,0000,0,0,false,x,2024-01-01T00:00:00Z,,
,,,,,,,,x,2024-01-01T00:00:00Z,,
`,
  )
  expect(catalogue.tracks).toMatchObject([{ title: 'One', file_path: 'spotify:track:1aaa' }])
  expect(rowCount).toBe(1)
  expect(notes).toEqual(['x:3 (Track Name) is empty. Every track needs a title. The row is left out. (2 rows)'])
})

test('in a table that a person has written, such values stay problems', async () => {
  const error = await rejection(convert('title,path,length\n,a.mp3,1:00\nB,file:///100%.mp3,soon\n'))
  expect(error).toMatchObject({ problems: [{ line: 2 }, { line: 3 }, { line: 3 }] })
  // The console writes tables for people to edit.
  expect(await rejection(convert('Artist,Label,Release date,Duration seconds,Cover\n,x,,,\n'))).toMatchObject({
    problems: [{ line: 2, column: 1 }],
  })
})

test('booklets, books, apps and radio streams of iTunes are left out, with a count', async () => {
  const kinds = ['Long Way/Booklet.pdf', 'Books/A.epub/', 'Books/B.ibooks', 'Apps/C.ipa', 'Long Way.itlp/', 'D.ITE/']
  const files = kinds.map((path) => ({ ...plain, Location: `file:///Users/x/${path}` }))
  const streams = [
    { ...plain, 'Track Type': 'URL', Location: 'http://radio.example/a.mp3' },
    { ...plain, Location: 'mms://radio.example/listen.pls' },
    { ...plain, 'Track Type': 'URL' },
  ]
  const cloud = { Name: 'Cloud', 'Persistent ID': 'B2', 'Track Type': 'Remote', 'Total Time': '0' }
  const audiobook = { ...plain, Location: 'file:///pdf/epub.m4b' }
  const { catalogue, notes, rowCount } = await convert(itunes(...files, ...streams, plain, cloud, audiobook))
  expect(catalogue.tracks).toMatchObject([{ file_path: '/pdf/epub.m4b' }, { file_path: 'C:/Users/x/Music/a.mp3' }, {}])
  expect(catalogue.tracks[2]).toEqual({ title: 'Cloud', file_path: 'itunes:B2' })
  expect(rowCount).toBe(3)
  expect(notes).toEqual([
    'x:2 It is a booklet, a book or an app, and is left out. (6 rows)',
    'x:8 It is a radio stream, and is left out. (3 rows)',
  ])
})

const rekordbox = (...locations: string[]) =>
  `<DJ_PLAYLISTS><COLLECTION>${locations
    .map((location, n) => `<TRACK Name="T${n}" TotalTime="${n}" Location="${location}"/>`)
    .join('\n')}</COLLECTION></DJ_PLAYLISTS>`

test('a track of rekordbox at a streaming service has its id as path, and a total time of 0 is no length', async () => {
  const { catalogue, notes } = await convert(
    rekordbox('file://localhost/C:/What%3F%20now%23.mp3', 'file://localhosttidal:tracks:145320494', 'tidal:tracks:1'),
  )
  expect(catalogue.tracks).toEqual([
    { title: 'T0', file_path: 'C:/What? now#.mp3' },
    { title: 'T2', file_path: 'tidal:tracks:1', duration_seconds: 2 },
    { title: 'T1', file_path: 'tidal:tracks:145320494', duration_seconds: 1 },
  ])
  expect(notes).toEqual([])
})
