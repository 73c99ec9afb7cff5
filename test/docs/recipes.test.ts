import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksUnder } from '../support/codeBlocks.ts'
import { openConsoleHome } from '../support/consoleHome.ts'
import { parseCommands } from '../support/consoleText.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'

/** The code blocks of one kind in a recipe of docs/seeding.md. */
const codeOf = (recipe: string, language: string) => blocksUnder('docs/seeding.md', recipe, language)

/** A home folder in which recipes run, for a library that is there already, or that `--database` names. */
const createHome = async () => {
  const home = await openConsoleHome()
  await home.run('export DATABASE_URL=library.db')
  const readCatalogue = async () => {
    await home.run('music-library export exported.json')
    return Bun.file(join(home.path, 'exported.json')).json()
  }
  /** Runs a block of commands, and returns what they print. */
  const runBlock = async (code = '') => {
    const printed: string[] = []
    for (const { command } of parseCommands({ language: 'sh', code })) printed.push(await home.run(command))
    return printed.join('')
  }
  return { ...home, runBlock, readCatalogue }
}

test('the recipe for a spreadsheet works as it is written', async () => {
  await using home = await createHome()
  const [table = ''] = await codeOf('A spreadsheet', 'csv')
  const [commands = ''] = await codeOf('A spreadsheet', 'sh')
  home.write('tracks.csv', table)
  expect(await home.runBlock(commands)).toMatch(/tracks +2 created/)
  expect(await home.runBlock(commands)).toMatch(/tracks +0 created, 0 updated, 2 unchanged/)
  const { labels, albums, tracks } = await home.readCatalogue()
  expect(labels).toEqual([{ name: 'Columbia' }])
  const album = { title: 'Kind of Blue', label: 'Columbia', type: 'album', release_date: '1959-08-17' }
  const key = 'Kind of Blue / Miles Davis'
  expect(albums).toEqual([{ key, ...album }])
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

const spreadsheetPage = 'docs/import-a-spreadsheet.md'

test(`the table of ${spreadsheetPage} becomes albums whose tracks have paths that do not depend on the order`, async () => {
  await using home = await createHome()
  const [table = ''] = await blocksUnder(spreadsheetPage, 'Import a spreadsheet', 'csv')
  const [commands = ''] = await blocksUnder(spreadsheetPage, 'On the command line')
  home.write('records.csv', table)
  expect(await home.runBlock(commands)).toMatch(/albums +2 created/)
  const [header = '', ...rows] = table.trim().split('\n')
  home.write('records.csv', [header, ...rows.reverse()].join('\n'))
  expect(await home.runBlock(commands)).toMatch(/albums +0 created, 0 updated, 2 unchanged/)
  const { tracks } = await home.readCatalogue()
  expect(tracks.map(({ title, file_path }: Record<string, string>) => [title, file_path])).toEqual([
    ['Blue Train', 'shelf/BLP 1577'],
    ['Kind of Blue', 'shelf/CL 1355'],
  ])
})

test('the recipe for a spreadsheet that is seeded again and again keeps its records', async () => {
  await using home = await createHome()
  const [first = '', second = ''] = await codeOf('A spreadsheet again and again', 'csv')
  const [seed = '', again = ''] = await codeOf('A spreadsheet again and again', 'sh')
  home.write('shelf.csv', first)
  expect(await home.runBlock(seed)).toMatch(/tracks +2 created/)
  expect(await home.runBlock(seed)).toMatch(/tracks +0 created, 0 updated, 2 unchanged/)
  home.write('shelf.csv', second)
  expect(await home.runBlock(again)).toMatch(/tracks +1 created, 2 updated, 0 unchanged/)
  const { tracks } = await home.readCatalogue()
  expect(tracks.map(({ key, title, file_path }: Record<string, string>) => [key, title, file_path])).toEqual([
    ['1', 'So What', 'kind-of-blue/01.flac'],
    ['2', 'Freddie Freeloader (take 4)', 'kind-of-blue/02.flac'],
    ['3', 'Blue in Green', 'kind-of-blue/03.flac'],
  ])
})

programTest('curl')(
  'the recipe for a ping after each backup tells a monitor the backup, and its failure fails',
  async () => {
    await using home = await createHome()
    const pings: string[] = []
    using receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        pings.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
        return new Response()
      },
    })
    const [script = ''] = await blocksUnder('docs/backups-and-upgrades.md', 'A command after each backup', 'sh')
    const address = join(home.path, 'ping')
    const program = join(home.path, 'ping-after-backup')
    await Bun.write(program, script.replace('/etc/music-library-ping', address))
    chmodSync(program, 0o755)
    await home.run('music-library seed --sample')
    const backUp = () => home.run(`music-library backup --backup-command ./ping-after-backup 2>&1; echo "exit $?"`)
    await Bun.write(address, `${receiver.url.origin}/check/1\n`)
    expect(await backUp()).toContain('exit 0')
    expect(pings).toEqual([expect.stringMatching(/^POST \/check\/1 .+\.db$/)])
    // No port is tried by accident: nothing may listen on port 1.
    await Bun.write(address, 'http://127.0.0.1:1/check\n')
    expect(await backUp()).toContain('exit 1')
  },
)

/** Makes a FLAC file of two seconds of silence. */
const writeFlac = (file: string, tags: Record<string, string>) => {
  mkdirSync(dirname(file), { recursive: true })
  const format = ['--endian=little', '--sign=signed', '--channels=1', '--bps=16', '--sample-rate=8000']
  const tagFlags = Object.entries(tags).map(([name, value]) => `--tag=${name}=${value}`)
  const { exitCode, stderr } = Bun.spawnSync(
    [programPath('flac'), '--silent', '--force-raw-format', ...format, ...tagFlags, '-o', file, '-'],
    { stdin: Buffer.alloc(2 * 16_000) },
  )
  expect([exitCode, `${stderr}`]).toEqual([0, ''])
}

programTest(
  'beet',
  'sqlite3',
  'flac',
)('the recipe for beets works as it is written', async () => {
  await using home = await createHome()
  const album = { ALBUM: 'Kind of Blue', ALBUMARTIST: 'Miles Davis', DATE: '1959-08-17', LABEL: 'Columbia' }
  const artists = { ARTIST: 'Miles Davis', GENRE: 'Modal jazz, Jazz' }
  writeFlac(join(home.path, 'Music/Kind of Blue/01.flac'), { TITLE: 'So What', ...artists, ...album })
  writeFlac(join(home.path, 'Music/Kind of Blue/02, "é".flac'), { TITLE: 'Blue in Green', ...artists, ...album })
  writeFlac(join(home.path, 'Music/AC/DC.flac'), { TITLE: 'T.N.T.', ARTIST: 'AC/DC' })
  await home.run('beet import --noautotag --nocopy --quiet Music')

  const [commands = ''] = await codeOf('beets', 'sh')
  expect(await home.runBlock(commands)).toMatch(/tracks +3 created/)
  expect(await home.runBlock(commands)).toMatch(/tracks +0 created, 0 updated, 3 unchanged/)
  const { albums, tracks } = await home.readCatalogue()
  const key = 'Kind of Blue / Miles Davis'
  expect(albums).toContainEqual({
    ...{ key, title: 'Kind of Blue', label: 'Columbia', type: 'album' },
    release_date: '1959-08-17',
  })
  const common = {
    duration_seconds: 2,
    album: 'Kind of Blue',
    artists: ['Miles Davis'],
    genres: ['Jazz', 'Modal jazz'],
  }
  expect(tracks).toEqual([
    { title: 'T.N.T.', file_path: 'AC/DC.flac', duration_seconds: 2, artists: ['AC/DC'] },
    { title: 'So What', file_path: 'Kind of Blue/01.flac', ...common },
    { title: 'Blue in Green', file_path: 'Kind of Blue/02, "é".flac', ...common },
  ])
})
