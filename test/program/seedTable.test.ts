import { expect, test } from 'bun:test'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'

const table = 'Title,Path,Artist,Album,Length\nSo What,kob/01.flac,Miles Davis,Kind of Blue,9:22\n,kob/02.flac,,,\n'
const [header, soWhat] = table.split('\n')
const sound = `${header}\n${soWhat}\nBlue &amp; Green,kob/03.flac,Miles Davis,Kind of Blue,5:37\n`

test('seed takes a table as it is: what is read comes first, then the notes, and then the changes', async () => {
  using folder = createCliFolder({ 'tracks.csv': sound })
  const dryRun = await folder.run('seed tracks.csv --dry-run --database library.db')
  expect(dryRun.code).toBe(0)
  expect(dryRun.err.split('\n')).toEqual([
    'Read 2 tracks from tracks.csv. Columns: title = Title, path = Path, artists = Artist, album = Album, duration = Length.',
    'tracks.csv:3 "Blue &amp; Green" is HTML, and is read as "Blue & Green".',
    '',
  ])
  expect(dryRun.out).toContain('  + kob/03.flac')
  const seeded = await folder.run('seed - --quiet --database library.db', { stdin: sound })
  expect(seeded).toEqual({ code: 0, out: '', err: '' })
  const again = await folder.run('seed tracks.csv --json --quiet --database library.db')
  expect(JSON.parse(again.out).sections.tracks).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})

test('the flags of import say how a table is read, and are wrong for a catalogue file', async () => {
  using folder = createCliFolder({
    'songs.csv': Buffer.from('Song,Where,Artist\nM\xe4r,/m/a.mp3,A/B\n', 'latin1'),
    'catalogue.json': { labels: [] },
    'corrections.json': { artists: [{ name: 'Ann', formerly: 'A' }] },
  })
  const flags = '--columns title=Song,path=Where --encoding windows-1252 --list-separator / --root /m'
  const corrected = 'seed songs.csv --dry-run --json --database library.db --corrections corrections.json'
  const { out } = await folder.run(`${corrected} ${flags}`)
  const { changes } = JSON.parse(out)
  expect(changes.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'B', 'a.mp3'])
  const wrong = await folder.run('seed catalogue.json --root /m --database library.db')
  expectFailure(wrong, 2, '--root is for tables and libraries of other programs, and catalogue.json is neither.')
})

test('values that are not understood are left out if that is wanted, and are listed', async () => {
  using folder = createCliFolder({ 'tracks.csv': 'Title,Path,Length\nT,a.mp3,soon\nU,b.mp3,3m20s\n' })
  const note = 'tracks.csv:2 (Length) "soon" is not a duration. Write seconds or m:ss. It is left out.'
  expect((await folder.run('import tracks.csv --skip-unreadable')).err).toContain(note)
  const seeded = await folder.run('seed tracks.csv --skip-unreadable --database library.db')
  expect([seeded.code, seeded.err.includes(note)]).toEqual([0, true])
})

test('problems that a library has with a table name the row, too', async () => {
  using folder = createCliFolder({
    'albums.csv':
      'Album,Album key,Label,Release date,Album type,Cover,Duration seconds\nOther,,,,,\nTwice,,,,,\nTwice,,,,,\n',
    'labels.csv': `Label\nColumbia\n${'x'.repeat(101)}\n`,
  })
  const twice = await folder.run('seed albums.csv --database library.db')
  expect(twice.err).toMatch(/^albums\.csv:4:1 \S/m)
  expect(twice.err).toContain('albums.csv has 1 problem. No library was made.')
  const long = await folder.run('seed labels.csv --database library.db --json --quiet')
  expect(JSON.parse(long.out).problems).toMatchObject([{ pointer: '', line: 3, column: 1 }])
})

test('a file that is not all of a library prunes nothing', async () => {
  using folder = createCliFolder({
    'playlist.csv': 'Track URI,Track Name,Album Name,Artist Name(s),Duration (ms)\nspotify:track:1,T,A,X,1000\n',
    'tracks.csv': sound,
  })
  const refused = await folder.run('seed playlist.csv --prune --dry-run --database library.db')
  expectFailure(
    refused,
    2,
    '--prune is for a file that has a whole library, and playlist.csv is a playlist of Exportify.',
  )
  expect((await folder.run('seed tracks.csv --prune --yes --database library.db')).code).toBe(0)
})

test('the example of import can be seeded as it is', async () => {
  using folder = createCliFolder()
  const { out, err } = await folder.run('import --example')
  expect([out.split('\r\n').length, err]).toEqual([4, ''])
  folder.write('example.csv', out)
  const seeded = await folder.run('seed example.csv --database library.db')
  expect(seeded.err).not.toContain('example.csv:')
  expect(seeded.err).not.toContain('not read')
  expect(seeded.out).toMatch(/tracks +2 created/)
  for (const command of ['import', 'import example.csv --example'])
    expectFailure(await folder.run(command), 2, 'Name one file to import, or give --example.')
})
