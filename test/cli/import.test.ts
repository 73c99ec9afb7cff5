import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

/** A folder with files, and a function that runs `import` in it. */
const createFolder = (files: Record<string, string | Uint8Array>) => {
  const folder = emptyFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content)
  const run = (args: string[], stdin = '') => runBinary(args, { cwd: folder.path, stdin })
  return { path: folder.path, run, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

const table = 'Title;Path;Artist;Album;Length\nSo What;kob/01.flac;Miles Davis;Kind of Blue;9:22\n'

const catalogue = `{
  "$schema": "./catalogue.schema.json",
  "labels": [],
  "genres": [],
  "artists": [
    { "name": "Miles Davis" }
  ],
  "albums": [
    { "key": "Kind of Blue", "title": "Kind of Blue" }
  ],
  "tracks": [
    { "title": "So What", "file_path": "kob/01.flac", "duration_seconds": 562, "album": "Kind of Blue", "artists": ["Miles Davis"] }
  ]
}
`

test('import prints a catalogue on standard output, and the columns on standard error', async () => {
  using folder = createFolder({ 'tracks.csv': table })
  const columns = 'Columns: title = Title, path = Path, artists = Artist, album = Album, duration = Length.'
  expect(await folder.run(['import', 'tracks.csv'])).toEqual({
    code: 0,
    out: catalogue,
    err: `Read 1 track from tracks.csv. ${columns}\n`,
  })
  expect(await folder.run(['import', '-'], table)).toEqual({
    code: 0,
    out: catalogue,
    err: `Read 1 track from <stdin>. ${columns}\n`,
  })
  expect(await folder.run(['import', '--quiet', 'tracks.csv'])).toEqual({ code: 0, out: catalogue, err: '' })
  expect(readdirSync(folder.path)).toEqual(['tracks.csv'])
})

test('an imported catalogue can be seeded, and importing it again changes nothing', async () => {
  using folder = createFolder({ 'tracks.csv': table })
  const { out } = await folder.run(['import', 'tracks.csv'])
  const seeded = await folder.run(['seed', '-', '--database', 'library.db'], out)
  expect(seeded.out).toMatch(/tracks +1 created/)
  expect((await folder.run(['seed', '-', '--database', 'library.db'], out)).out).toMatch(
    /tracks +0 created, 0 updated, 1 unchanged/,
  )
})

test('columns, the list separator and the root can be given', async () => {
  const text = 'Song,"Where, exactly",Band\nT,/music/a.flac,A / B\n'
  using folder = createFolder({ 'tracks.csv': text })
  const flags = ['--columns', 'title=Song,path=Where, exactly', '--columns', 'artists=Band', '--list-separator', ' / ']
  const { code, out } = await folder.run(['import', 'tracks.csv', ...flags, '--root', '/music'])
  expect(code).toBe(0)
  expect(JSON.parse(out).tracks).toEqual([{ title: 'T', file_path: 'a.flac', artists: ['A', 'B'] }])
})

test('problems are listed all at once with the columns, and nothing is printed on standard output', async () => {
  using folder = createFolder({ 'tracks.csv': 'Title,Path,Artist,Length,Record\nT,p,a,1\nU,q,a,3:4x\n\n,r,a,\n' })
  expect(await folder.run(['import', 'tracks.csv'])).toEqual({
    code: 1,
    out: '',
    err: `tracks.csv:3:4 (Length) "3:4x" is no duration. Write seconds or m:ss.
tracks.csv:5:1 (Title) is empty. Every track needs a title.
Columns: title = Title, path = Path, artists = Artist, duration = Length. Not used: Record.
music-library: tracks.csv has 2 problems. No catalogue was printed.
`,
  })
})

test('up to a hundred problems are listed', async () => {
  using folder = createFolder({ 'tracks.csv': `Title,Path\n${',p\n'.repeat(250)}` })
  const { code, err } = await folder.run(['import', 'tracks.csv'])
  const lines = err.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([1, 103])
  expect(lines.slice(-3)).toEqual([
    '… and 150 more.',
    'Columns: title = Title, path = Path.',
    'music-library: tracks.csv has 250 problems. No catalogue was printed.',
  ])
})

test('what is odd is a note, and does not fail', async () => {
  using folder = createFolder({ 'tracks.csv': Buffer.from('Title,Path\nCaf\xe9,p\nT,p\n', 'latin1') })
  const { code, out, err } = await folder.run(['import', 'tracks.csv'])
  expect([code, JSON.parse(out).tracks]).toEqual([0, [{ title: 'Café', file_path: 'p' }]])
  expect(err).toContain('tracks.csv The file is not UTF-8, so it is read as Windows-1252.')
  expect(err).toContain('tracks.csv:3 The path "p" is that of another row. The track is left out.')
})

test('control characters of a file are escaped in messages', async () => {
  using folder = createFolder({
    'tracks.csv': 'Title,Path,Length\u001b,x\u001b[2J\nT,p,\u001b[31m\n',
    'a.csv': 'title,path,\u001b[2J\nT,p\n',
  })
  const problems = await folder.run(['import', 'tracks.csv'])
  expect(problems.err).toContain('(Length\\u001b) "\\u001b[31m" is no duration.')
  const summary = await folder.run(['import', 'a.csv'])
  expect(summary.err).toContain('Not used: \\u001b[2J.')
  expect(`${problems.err}${summary.err}`).not.toContain('\u001b')
})

test('files that are no CSV files, and wrong flags, are errors of one line', async () => {
  using folder = createFolder({ 'tracks.csv': table, 'tracks.csv.gz': Bun.gzipSync(Buffer.from(table)), empty: '' })
  mkdirSync(join(folder.path, 'folder'))
  const cases: [args: string[], code: number, sentence: string][] = [
    [['tracks.csv.gz'], 1, 'tracks.csv.gz is compressed with gzip.'],
    [['empty'], 1, 'empty is empty.'],
    [['none.csv'], 1, 'There is no file none.csv.'],
    [['folder'], 1, "folder can't be read."],
    [['tracks.csv', '--columns', 'title=Song'], 1, 'There is no column "Song"'],
    [['tracks.csv', '--columns', 'name=Title'], 2, 'The fields are title, path, artists'],
    [['tracks.csv', '--columns', 'title'], 2, 'Write FIELD=COLUMN.'],
    [['tracks.csv', '--root', '/music'], 1, 'No path is in /music, which --root names.'],
    [[], 2, "missing required argument 'file'"],
  ]
  for (const [args, code, sentence] of cases) {
    const { err, ...result } = await folder.run(['import', ...args])
    expect(result).toEqual({ code, out: '' })
    expect(err).toContain(sentence)
    expect(err.split('\n')).toHaveLength(2)
  }
})

test('Ctrl-C ends an import that waits for its input', async () => {
  using folder = createFolder({})
  const child = Bun.spawn([await binary(), 'import', '-'], {
    cwd: folder.path,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 30_000,
  })
  // The program has started when it has read more than a pipe holds.
  child.stdin.write('title,path\n'.padEnd(1_000_000, 'x'))
  await child.stdin.flush()
  child.kill('SIGINT')
  await child.exited
  expect([child.signalCode, await child.stdout.text()]).toEqual(['SIGINT', ''])
})
