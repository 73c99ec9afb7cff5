import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { blocksUnder } from '../../support/codeBlocks.ts'
import type { ConsoleHome } from '../../support/consoleHome.ts'
import { flacFile } from '../../support/flac.ts'
import type { PageSetup } from './setup.ts'

const guide = 'docs/seeding.md'
const reference = 'docs/seeding-reference.md'

const writeJson = (home: ConsoleHome, file: string, value: unknown) => home.write(file, JSON.stringify(value))

/** Writes what a block of the guide shows into a file. */
const writeShown = async (home: ConsoleHome, file: string, heading: string, language = 'json') => {
  const [content = ''] = await blocksUnder(guide, heading, language)
  home.write(file, content)
}

/** Writes a folder of audio files, with a label, artist and album for each, and some misspelt names. */
const writeMusic = (home: ConsoleHome) => {
  const albums = [
    ['Miles Davis', 'Kind of Blue', 'Columbia', 'Jazz'],
    ['Miles Davies', 'Sketches of Spian', 'Colombia', 'Jaz'],
    ['Nick Drake', 'Pink Moon', 'Island', 'Folk'],
    ['Nick Drake', 'Bryter Layter', 'Island', 'Folk'],
  ]
  for (const [artist = '', album = '', label = '', genre = ''] of albums)
    for (let number = 1; number <= 8; number++) {
      const tags = { TITLE: `${album} ${number}`, ARTIST: artist, ALBUM: album, LABEL: label, GENRE: genre }
      home.write(`Music/${artist}/${album}/0${number}.flac`, flacFile(tags, 180 + number))
    }
  home.write('Music/unsorted/memo.flac', flacFile({}, 20))
  home.write('Music/unsorted/broken.flac', 'no audio')
}

/** The catalogue files that the section about problems shows the problems of. */
const filesWithProblems = [
  `{
  "labels": [{ "name": "Columbia" },
             { "name": "" }],
  "artists": [
    { "name": "Miles Davis", "label": "Colombia" }, { "name": "Bill Evans", "label": "Colombia" }],
  "albums": [{ "title": "Kind of Blue", "release_date": "17.08.1959" }]
}
`,
  `{
  "labels": [{ "name": "Columbia" }, { "name": "columbia" }],
  "tracks": [
    { "title": "So What", "file_path": "kind-of-blue/01.flac", "duration_seconds": 562000 }]
}
`,
  Buffer.from('{\n  "labels": [{ "name": "Bébé" }]\n}\n', 'latin1'),
]

/** A catalogue of tracks in one album, of which all but the first one have a genre. */
const shelf = (count: number, genre: string) => ({
  labels: [{ name: 'Columbia' }],
  genres: [{ name: genre }, { name: 'Modal jazz' }],
  artists: [{ name: 'Bill Evans' }],
  albums: [{ title: 'Shelf', label: 'Columbia' }],
  tracks: Array.from({ length: count }, (_, index) => ({
    title: `Track ${index}`,
    file_path: `shelf/${String(index).padStart(3, '0')}.flac`,
    album: 'Shelf',
    artists: ['Bill Evans'],
    genres: [index === 0 ? 'Modal jazz' : genre],
  })),
})

/** Makes a library with this catalogue. The next blocks are about another `catalogue.json`. */
const seedNewLibrary = async (home: ConsoleHome, catalogue: unknown) => {
  await home.clean()
  writeJson(home, 'catalogue.json', catalogue)
  await home.run('music-library seed catalogue.json --new --quiet')
}

/** Seeds an account that likes one track. */
const seedLike = async (home: ConsoleHome, track: string) => {
  const account = { email: 'ada@example.com', password: 'a long secret', likes: [track] }
  writeJson(home, 'accounts.json', { accounts: [account] })
  await home.run('music-library seed accounts.json --quiet')
}

export const seedingSetup: PageSetup = {
  'From a folder of music to a catalogue': {
    before: async (home) => {
      writeMusic(home)
      await writeShown(home, 'corrections.json', 'From a folder of music to a catalogue')
    },
  },
  'Keeping it right': {
    before: async (home) => {
      await home.run('mkdir -p Music/D')
      await home.run('cp -r "Music/Nick Drake" Music/D/')
      rmSync(join(home.path, 'Music/Nick Drake'), { recursive: true })
    },
  },
  'A whole cycle by hand': {
    before: async (home) => {
      await home.clean()
      await writeShown(home, 'catalogue.json', 'A whole cycle by hand')
    },
    beforeBlock: async (home, index) => {
      if (index !== 2 && index !== 3) return
      const [catalogue = ''] = await blocksUnder(guide, 'A whole cycle by hand', 'json')
      home.write('catalogue.json', catalogue.replace('"1959-08-17" }', '"1959-08-17", "duration_seconds": 2744 }'))
      if (index === 3) await home.run('music-library seed catalogue.json')
    },
  },
  'What people have changed': {
    before: async (home) => {
      const catalogue = (title: string) => ({
        labels: [{ name: 'Columbia' }],
        artists: [{ name: 'Nico' }],
        tracks: [{ title, file_path: 'kind-of-blue/01.flac' }],
      })
      await seedNewLibrary(home, catalogue('So What (mono)'))
      writeJson(home, 'catalogue.json', catalogue('So What'))
      await home.run('music-library seed catalogue.json --quiet')
      const entries: { id: number }[] = JSON.parse(await home.run('music-library audit --json'))
      await home.run('ADMIN_EMAIL=ada@example.com ADMIN_PASSWORD=correct-horse music-library serve')
      const api = 'http://127.0.0.1:3000/api'
      const account = '{"email": "ada@example.com", "password": "correct-horse"}'
      await home.run(`curl -s ${api}/login -H 'Content-Type: application/json' -d '${account}'`)
      const header = `-H 'Authorization: Bearer mlib_…'`
      await home.run(
        `curl -s -X PUT ${api}/labels/1 ${header} -H 'Content-Type: application/json' -d '{"name": "Columbia Records"}'`,
      )
      await home.run(`curl -s -X DELETE ${api}/artists/1 ${header}`)
      await home.stopServer()
      await home.run(`music-library undo ${entries.at(-1)?.id} --yes`)
    },
  },
  'CSV of the console': {
    before: (home) => home.write('tracks-2026-01-31.csv', 'Title,File path,Artists\nSo What,01.flac,Miles Davis\n'),
  },
}

export const seedingReferenceSetup: PageSetup = {
  Renaming: {
    before: async (home) => {
      const tracks = [{ title: 'So What', file_path: 'kind-of-blue/01.flac' }]
      const named = (name: string) => ({
        artists: [{ name }],
        tracks: tracks.map((track) => ({ ...track, artists: [name] })),
      })
      await seedNewLibrary(home, named('Miles Davies'))
      writeJson(home, 'catalogue.json', named('Miles Davis'))
    },
  },
  Problems: {
    beforeBlock: async (home, index) => {
      const tracks = ['01', '03'].map((number) => ({
        title: 'So What',
        file_path: `kind-of-blue/${number}.flac`,
        album: 'Kind of Blue',
      }))
      const columbia = {
        labels: [{ name: 'Columbia' }],
        albums: [{ title: 'Kind of Blue', label: 'Columbia' }],
        tracks,
      }
      await seedNewLibrary(home, columbia)
      home.write('catalogue.json', filesWithProblems[index] ?? '')
    },
  },
  'The page of a dry run': {
    before: async (home) => {
      await seedNewLibrary(home, shelf(401, 'Jazz'))
      await seedLike(home, 'shelf/399.flac')
      const catalogue = shelf(399, 'Modal jazz')
      const tracks = catalogue.tracks.map((track, index) => (index === 7 ? { ...track, title: 'Nardis' } : track))
      writeJson(home, 'catalogue.json', {
        ...catalogue,
        labels: [{ name: 'Columbia Records', formerly: 'Columbia' }],
        genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }, { name: 'Bebop' }],
        tracks,
      })
    },
  },
  Pruning: {
    beforeBlock: async (home, index) => {
      await seedNewLibrary(home, shelf(401, 'Jazz'))
      await seedLike(home, 'shelf/399.flac')
      writeJson(home, 'catalogue.json', shelf(index === 0 ? 399 : 120, 'Jazz'))
    },
  },
  '`import`': {
    beforeBlock: async (home, index) => {
      const bad =
        'So What;01.flac;Miles Davis;9:22;Kind of Blue\nBlues;02.flac;Miles Davis;3:4x;Kind of Blue\nA;03.flac;B;1:00;C\n;04.flac;B;1:00;C\n'
      const good = 'So What;01.flac;Miles Davis;9:22;Kind of Blue\n'
      home.write('tracks.csv', `Title;Path;Artist;Length;Record\n${index === 2 ? bad : good}`)
    },
  },
  'Accounts and likes': {
    before: async (home) => {
      await seedNewLibrary(home, { tracks: [{ title: 'So What', file_path: 'kind-of-blue/01.flac' }] })
      home.write('secrets/ada', 'correct horse battery')
      const [accounts = ''] = await blocksUnder(reference, 'Accounts and likes', 'json')
      home.write('accounts.json', accounts)
    },
  },
}
