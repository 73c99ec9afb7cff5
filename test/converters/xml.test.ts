import { expect, test } from 'bun:test'
import { summarizeTable } from '../../src/converters/csv/columns.ts'
import { findXmlForm } from '../../src/converters/identify.ts'
import { readXml } from '../../src/converters/xml/readXml.ts'

const read = (text: string, root?: string) => {
  const bytes = Buffer.from(text)
  const form = findXmlForm(bytes)
  if (!form) throw new Error('It has no form.')
  const result = readXml(bytes, 'x.xml', form, { columns: new Map(), ...(root !== undefined && { root }) })
  return { ...result, summary: summarizeTable(result.table) }
}

const dict = (members: Record<string, string | number | true>) =>
  `<dict>${Object.entries(members)
    .map(([key, value]) => {
      const element = typeof value === 'number' ? `<integer>${value}</integer>` : `<string>${value}</string>`
      return `<key>${key}</key>${value === true ? '<true/>' : element}`
    })
    .join('\n')}</dict>`

/** A library as Apple Music exports it. */
const library = (...tracks: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Major Version</key><integer>1</integer>
  <key>Tracks</key>
  <dict>
${tracks.map((track, index) => `<key>${index}</key>${track}`).join('\n')}
  </dict>
  <key>Playlists</key>
  <array><dict><key>Name</key><string>Library</string><key>Playlist Items</key><array><dict><key>Track ID</key><integer>1</integer></dict></array></dict></array>
</dict>
</plist>
`

const soWhat = {
  ...{ 'Track ID': 1, Name: 'So What &#38; more', Artist: 'Miles Davis; Sextet', 'Album Artist': 'Miles Davis' },
  ...{ Album: 'Kind of Blue', Genre: 'Jazz, modal', 'Total Time': 562_400, Year: 1959, 'Persistent ID': 'A1' },
  Location: 'file:///Users/ada/Music/Kind%20of%20Blue/01.mp3',
}

test('a library of Apple Music has a row for each track, with the members that are read', () => {
  const { rows, notes, summary } = read(library(dict(soWhat)), '/Users/ada/Music')
  expect(rows).toEqual([
    {
      ...{ place: expect.stringMatching(/^x\.xml:\d+$/), title: 'So What & more', file_path: 'Kind of Blue/01.mp3' },
      ...{ duration_seconds: 562, artists: ['Miles Davis; Sextet'], genres: ['Jazz, modal'] },
      album: { title: 'Kind of Blue', artist: 'Miles Davis', release_date: '1959' },
    },
  ])
  expect(notes).toEqual([])
  expect(summary).toStartWith('It is a library of Apple Music or iTunes. Columns: title = Name, path = Location,')
})

test('a track in the cloud has an id for a path, and films and podcasts are left out with a note', () => {
  const { rows, notes } = read(
    library(
      dict({ Name: 'Cloud', 'Persistent ID': 'B2', 'Track Type': 'Remote' }),
      dict({ Name: 'Film', 'Persistent ID': 'C3', Movie: true, Location: 'file:///a.m4v' }),
      dict({ Name: 'Episode', 'Persistent ID': 'D4', Podcast: true, Location: 'file:///b.mp3' }),
    ),
  )
  expect(rows).toMatchObject([{ title: 'Cloud', file_path: 'itunes:B2' }])
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    'It is a film, a series or a podcast, and is left out. (2 rows)',
  ])
})

test('a collection of rekordbox has its tracks, and not those of its playlists', () => {
  const { rows, summary } = read(`<?xml version="1.0" encoding="UTF-8"?>
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
  expect(summary).toStartWith('It is a collection of rekordbox. ')
  expect(rows).toMatchObject([
    {
      ...{ place: 'x.xml:7', title: 'Rock & Roll', file_path: 'C:/Music/a b.mp3' },
      ...{ duration_seconds: 201, artists: ['AC/DC'], genres: ['Rock'] },
    },
    { title: 'Two', album: { title: 'A', release_date: '1999' } },
  ])
})

test('a file that was cut, has no tracks, or declares entities is an error in a sentence', () => {
  const whole = library(dict(soWhat))
  expect(() => read(whole.slice(0, -60))).toThrow(/^x\.xml is no complete XML: /)
  expect(() => read(library())).toThrow('has no tracks')
  const entity = '<!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
  expect(() => read(whole.replace(/<!DOCTYPE[^>]*>/, entity).replace('So What', '&b;'))).toThrow()
  expect(() => read(whole.replace('So What', '\xff'))).not.toThrow()
})

test('other XML, and text that is none, has no form', () => {
  for (const text of ['<html></html>', '<?xml version="1.0"?><playlist/>', 'title,path\n', '', '<'])
    expect(findXmlForm(Buffer.from(text))).toBeUndefined()
})
