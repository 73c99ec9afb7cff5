import { describe, expect, test } from 'bun:test'
import { findXmlForm } from '../../src/converters/identify.ts'
import { rejection } from '../support/database.ts'
import { conversionError, convert } from './convert.ts'

/** A track as Apple Music exports it. The values are XML; an empty one is a mark. */
const itunesTrack = (members: Record<string, string | number>) =>
  `<key>1</key><dict>${Object.entries(members)
    .map(([key, value]) => {
      const element = typeof value === 'number' ? `<integer>${value}</integer>` : `<string>${value}</string>`
      return `<key>${key}</key>${value === '' ? '<true/>' : element}`
    })
    .join('')}</dict>`

const doctype =
  '<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'

/** A library of Apple Music. Each track is on a line of its own, the first one on line 2. */
const itunes = (...tracks: Record<string, string | number>[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}<plist version="1.0"><dict><key>Tracks</key><dict>
${tracks.map((track) => `${itunesTrack(track)}\n`).join('')}</dict>
<key>Playlists</key><array><dict><key>Name</key><string>Library</string><key>Playlist Items</key>
<array><dict><key>Track ID</key><integer>1</integer></dict></array></dict></array></dict></plist>`

const plain = { Name: 'Plain', Artist: 'Ana Vell', Location: 'file://localhost/C:/Users/x/Music/a.mp3' }
const b = { ...plain, Location: 'file:///b.mp3' }

const titlesOf = ({ catalogue }: Awaited<ReturnType<typeof convert>>) =>
  catalogue.tracks.map(({ title }: { title: string }) => title)

const soWhat = {
  ...{ 'Track ID': 1, Name: 'So What &#38; more', Artist: 'Miles Davis; Sextet', 'Album Artist': 'Miles Davis' },
  ...{ Album: 'Kind of Blue', Genre: 'Jazz, modal', 'Total Time': 562_400, Year: 1959, 'Persistent ID': 'A1' },
  Location: 'file:///Users/ada/Music/Kind%20of%20Blue/01.mp3',
}

test('a library of Apple Music has the members of its tracks that are read', async () => {
  const { catalogue, notes, table, columns } = await convert(itunes(soWhat), { root: '/Users/ada/Music' })
  expect(catalogue).toMatchObject({
    albums: [{ key: 'Kind of Blue / Miles Davis', release_date: '1959-01-01' }],
    tracks: [
      {
        ...{ title: 'So What & more', file_path: 'Kind of Blue/01.mp3', duration_seconds: 562 },
        ...{ artists: ['Miles Davis; Sextet'], genres: ['Jazz, modal'] },
      },
    ],
  })
  expect([notes, table.format, columns.path]).toEqual([[], 'a library of Apple Music or iTunes', ['Location']])
})

test('a collection of rekordbox has its tracks, and not those of its playlists', async () => {
  const { catalogue, table } = await convert(`<?xml version="1.0" encoding="UTF-8"?>
<!-- exported -->
<DJ_PLAYLISTS Version="1.0.0">
  <PRODUCT Name="rekordbox" Version="6.0.0" Company="AlphaTheta"/>
  <COLLECTION Entries="2">
    <TRACK TrackID="1" Name="Rock &amp; Roll" Artist="AC/DC" Album="" Genre="Rock" TotalTime="201" Year="0" Label="Atlantic"
      Location="file://localhost/C:/Music/a%20b.mp3"/>
    <TRACK TrackID="2" Name="Two" Artist="" Album="A" Genre="" TotalTime="60" Year="1999" Location="file://localhost/C:/Music/2.mp3"><TEMPO/></TRACK>
  </COLLECTION>
  <PLAYLISTS><NODE Type="0" Name="ROOT"><TRACK Key="1"/></NODE></PLAYLISTS>
</DJ_PLAYLISTS>`)
  expect(table.format).toBe('a collection of rekordbox')
  expect(catalogue.albums).toMatchObject([{ title: 'A', release_date: '1999-01-01' }])
  expect(catalogue.tracks).toEqual([
    { title: 'Two', file_path: 'C:/Music/2.mp3', duration_seconds: 60, album: 'A' },
    {
      ...{ title: 'Rock & Roll', file_path: 'C:/Music/a b.mp3', duration_seconds: 201 },
      ...{ artists: ['AC/DC'], genres: ['Rock'] },
    },
  ])
})

test('a file that was cut, has no tracks, or declares entities is an error in a sentence', async () => {
  const whole = itunes(soWhat)
  expect(await conversionError(whole.slice(0, -60))).toContain('x is not complete XML: ')
  expect(await conversionError(itunes())).toContain('has no tracks')
  const entity = '<!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
  expect(await conversionError(whole.replace(doctype, entity).replace('So What', '&b;'))).toContain('OperationalError')
})

test('other XML, and text that is none, has no form', () => {
  for (const text of ['<html></html>', '<?xml version="1.0"?><playlist/>', 'title,path\n', '', '<'])
    expect(findXmlForm(Buffer.from(text))).toBeUndefined()
})

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
      `x:3 ${JSON.stringify(location)} has a % that is not an escape of a URL. It is read as it is.`,
    ])
  })

  test('without a title is left out, and so is a value that is not understood', async () => {
    const odd = { ...b, 'Total Time': 'soon', Album: 'A', Year: 'MCM' }
    const { catalogue, notes, rowCount } = await convert(itunes(odd, { Location: 'file:///c.mp3' }, plain))
    expect(catalogue.tracks).toMatchObject([{ file_path: '/b.mp3' }, { file_path: 'C:/Users/x/Music/a.mp3' }])
    expect(catalogue.albums).toMatchObject([{ title: 'A' }])
    expect(rowCount).toBe(2)
    expect(notes).toEqual([
      'x:2 (Total Time) "soon" is not a duration. Write milliseconds or m:ss. It is left out.',
      'x:2 (Year) "MCM" is not a day in a known form. Write 1959-08-17, 17.8.1959, 1959-08 or 1959. It is left out.',
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

test('booklets, books, apps, films, podcasts and radio streams of iTunes are left out, with a count', async () => {
  const kinds = ['Long Way/Booklet.pdf', 'Books/A.epub/', 'Books/B.ibooks', 'Apps/C.ipa', 'Long Way.itlp/', 'D.ITE/']
  const files = kinds.map((path) => ({ ...plain, Location: `file:///Users/x/${path}` }))
  const streams = [
    { ...plain, 'Track Type': 'URL', Location: 'http://radio.example/a.mp3' },
    { ...plain, Location: 'mms://radio.example/listen.pls' },
    { ...plain, 'Track Type': 'URL' },
  ]
  const films = [
    { ...b, Movie: '' },
    { ...b, Podcast: '' },
  ]
  const cloud = { Name: 'Cloud', 'Persistent ID': 'B2', 'Track Type': 'Remote', 'Total Time': '0' }
  const audiobook = { ...plain, Location: 'file:///pdf/epub.m4b' }
  const { catalogue, notes, rowCount } = await convert(itunes(...files, ...streams, ...films, plain, cloud, audiobook))
  expect(catalogue.tracks).toMatchObject([{ file_path: '/pdf/epub.m4b' }, { file_path: 'C:/Users/x/Music/a.mp3' }, {}])
  expect(catalogue.tracks[2]).toEqual({ title: 'Cloud', file_path: 'itunes:B2' })
  expect(rowCount).toBe(3)
  expect(notes).toEqual([
    'x:2 It is a booklet, a book or an app, and is left out. (6 rows)',
    'x:8 It is a radio stream, and is left out. (3 rows)',
    'x:11 It is a film, a series or a podcast, and is left out. (2 rows)',
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
