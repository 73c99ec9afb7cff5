import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { binary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { programTest } from '../support/programs.ts'

const page = await Bun.file(join(import.meta.dir, '../../docs/seeding.md')).text()

/** The code blocks of one kind in a recipe of docs/seeding.md. */
const codeOf = (recipe: string, language: string): string[] => {
  const [, section = ''] = page.split(`\n### ${recipe}\n`)
  const [text = ''] = section.split(/\n##+ /)
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
}

/** A home folder with the executable on the path, which commands of the docs run in. */
const createHome = async () => {
  const folder = emptyFolder()
  const programs = join(folder.path, 'bin')
  mkdirSync(programs)
  symlinkSync(await binary(), join(programs, 'music-library'))
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder.path,
    DATABASE_URL: join(folder.path, 'library.db'),
  }
  const run = (script: string) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-euc', script], {
      cwd: folder.path,
      env,
      stdin: 'ignore',
    })
    if (exitCode !== 0) throw new Error(`It failed with ${exitCode}: ${stderr}`)
    return `${stdout}`
  }
  const readCatalogue = () => Bun.file(join(folder.path, 'catalogue.json')).json()
  return { ...folder, run, readCatalogue, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('the recipe for a spreadsheet works as it is written', async () => {
  using home = await createHome()
  const [table = ''] = codeOf('A spreadsheet', 'csv')
  const [commands = ''] = codeOf('A spreadsheet', 'sh')
  writeFileSync(join(home.path, 'tracks.csv'), table)
  expect(home.run(commands)).toMatch(/tracks +2 created/)
  expect(home.run(commands)).toMatch(/tracks +0 created, 0 updated, 2 unchanged/)
  const { labels, albums, tracks } = await home.readCatalogue()
  expect(labels).toEqual([{ name: 'Columbia' }])
  const album = { title: 'Kind of Blue', label: 'Columbia', release_date: '1959-08-17' }
  expect(albums).toEqual([{ key: 'Kind of Blue', ...album }])
  const common = { album: 'Kind of Blue', artists: ['Miles Davis'] }
  expect(tracks).toEqual([
    { title: 'So What', file_path: 'kind-of-blue/01.flac', duration_seconds: 562, ...common, genres: ['Modal jazz'] },
    {
      title: 'Freddie Freeloader',
      file_path: 'kind-of-blue/02.flac',
      duration_seconds: 586,
      ...common,
      genres: ['Blues', 'Modal jazz'],
    },
  ])
})

/** Makes a FLAC file of two seconds of silence. */
const writeFlac = (file: string, tags: Record<string, string>) => {
  mkdirSync(dirname(file), { recursive: true })
  const format = ['--endian=little', '--sign=signed', '--channels=1', '--bps=16', '--sample-rate=8000']
  const tagFlags = Object.entries(tags).map(([name, value]) => `--tag=${name}=${value}`)
  const { exitCode, stderr } = Bun.spawnSync(
    ['flac', '--silent', '--force-raw-format', ...format, ...tagFlags, '-o', file, '-'],
    { stdin: Buffer.alloc(2 * 16_000) },
  )
  expect([exitCode, `${stderr}`]).toEqual([0, ''])
}

programTest(
  'beet',
  'sqlite3',
  'flac',
)('the recipe for beets works as it is written', async () => {
  using home = await createHome()
  const album = { ALBUM: 'Kind of Blue', ALBUMARTIST: 'Miles Davis', DATE: '1959-08-17', LABEL: 'Columbia' }
  const artists = { ARTIST: 'Miles Davis', GENRE: 'Modal jazz, Jazz' }
  writeFlac(join(home.path, 'Music/Kind of Blue/01.flac'), { TITLE: 'So What', ...artists, ...album })
  writeFlac(join(home.path, 'Music/Kind of Blue/02, "é".flac'), { TITLE: 'Blue in Green', ...artists, ...album })
  writeFlac(join(home.path, 'Music/AC/DC.flac'), { TITLE: 'T.N.T.', ARTIST: 'AC/DC' })
  home.run('beet import --noautotag --nocopy --quiet Music')

  const [commands = ''] = codeOf('beets', 'sh')
  expect(home.run(commands)).toMatch(/tracks +3 created/)
  expect(home.run(commands)).toMatch(/tracks +0 created, 0 updated, 3 unchanged/)
  const { albums, tracks } = await home.readCatalogue()
  const key = 'Kind of Blue / Miles Davis'
  expect(albums).toContainEqual({ key, title: 'Kind of Blue', label: 'Columbia', release_date: '1959-08-17' })
  const common = { duration_seconds: 2, album: key, artists: ['Miles Davis'], genres: ['Jazz', 'Modal jazz'] }
  expect(tracks).toEqual([
    { title: 'T.N.T.', file_path: 'AC/DC.flac', duration_seconds: 2, artists: ['AC/DC'] },
    { title: 'So What', file_path: 'Kind of Blue/01.flac', ...common },
    { title: 'Blue in Green', file_path: 'Kind of Blue/02, "é".flac', ...common },
  ])
})
