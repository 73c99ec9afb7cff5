import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { maxProblems } from '../../src/seeding/read/problems.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'

const table = 'Title;Path;Artist;Album;Length\nSo What;kob/01.flac;Miles Davis;Kind of Blue;9:22\n'

const catalogue = `{
  "$schema": "./catalogue.schema.json",
  "labels": [],
  "genres": [],
  "artists": [
    { "name": "Miles Davis" }
  ],
  "albums": [
    { "key": "Kind of Blue / Miles Davis", "formerly": {"key":"Kind of Blue"}, "title": "Kind of Blue" }
  ],
  "tracks": [
    { "title": "So What", "file_path": "kob/01.flac", "duration_seconds": 562, "album": "Kind of Blue / Miles Davis", "artists": ["Miles Davis"] }
  ]
}
`

test('import prints a catalogue on standard output, and the columns on standard error', async () => {
  using folder = createCliFolder({ 'tracks.csv': table })
  const columns = 'Columns: title = Title, path = Path, artists = Artist, album = Album, duration = Length.'
  expect(await folder.run('import tracks.csv')).toEqual({
    code: 0,
    out: catalogue,
    err: `Read 1 track from tracks.csv. ${columns}\n`,
  })
  expect(await folder.run('import -', { stdin: table })).toEqual({
    code: 0,
    out: catalogue,
    err: `Read 1 track from <stdin>. ${columns}\n`,
  })
  expect(await folder.run('import --quiet tracks.csv')).toEqual({ code: 0, out: catalogue, err: '' })
  expect(folder.list()).toEqual(['tracks.csv'])
})

test('columns, list separators, the encoding and the root can be given', async () => {
  using folder = createCliFolder({
    'tracks.csv': 'Song,"Where, exactly",Band\nT,/music/a.flac,A / B\n',
    'russian.csv': Buffer.from('Title,Path,Artist,Genre\nT,p,"A;B, C","\xcf\xee\xef,X"\n', 'latin1'),
  })
  const tracksOf = async (name: string, ...flags: string[]) =>
    JSON.parse((await folder.run(['import', name, ...flags])).out).tracks
  const columns = ['--columns', 'title=Song,path=Where, exactly', '--columns', 'artists=Band']
  expect(await tracksOf('tracks.csv', ...columns, '--list-separator', ' / ', '--root', '/music')).toEqual([
    { title: 'T', file_path: 'a.flac', artists: ['A', 'B'] },
  ])
  expect(await tracksOf('russian.csv', '--encoding', 'cp1251', '--list-separator', 'artists=;,genres=,')).toEqual([
    { title: 'T', file_path: 'p', artists: ['A', 'B, C'], genres: ['X', 'Поп'] },
  ])
})

test('up to a hundred problems are listed', async () => {
  using folder = createCliFolder({ 'tracks.csv': `Title,Path\n${',p\n'.repeat(250)}` })
  const { code, err } = await folder.run('import tracks.csv')
  const lines = err.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([1, 103])
  expect(lines.slice(-3)).toEqual([
    '… and 150 more.',
    'Columns: title = Title, path = Path.',
    'music-library: tracks.csv has 250 problems. No catalogue was printed.',
  ])
})

test('control characters of a file are escaped in messages', async () => {
  using folder = createCliFolder({
    'tracks.csv': 'Title,Path,Length\u001b,x\u001b[2J\nT,p,\u001b[31m\n',
    'a.csv': 'title,path,\u001b[2J\nT,p\n',
  })
  const problems = await folder.run('import tracks.csv')
  expect(problems.err).toContain('(Length\\u001b) "\\u001b[31m" is not a duration.')
  const summary = await folder.run('import a.csv')
  expect(summary.err).toContain('1 of 3 columns is not read: \\u001b[2J.')
  expect(`${problems.err}${summary.err}`).not.toContain('\u001b')
})

test('files that are no CSV files, and wrong flags, are errors of one line', async () => {
  using folder = createCliFolder({ 'tracks.csv': table, 'tracks.csv.gz': Bun.gzipSync(Buffer.from(table)), empty: '' })
  mkdirSync(folder.pathOf('folder'))
  for (const [words, code, sentence] of [
    ['tracks.csv.gz', 1, 'tracks.csv.gz is compressed with gzip.'],
    ['empty', 1, 'empty is empty.'],
    ['none.csv', 1, 'There is no file none.csv.'],
    ['folder', 1, 'folder is a folder.'],
    ['tracks.csv --columns title=Song', 1, 'There is no column "Song"'],
    ['tracks.csv --columns name=Title', 2, 'The fields are title, path, file_name, artists'],
    ['tracks.csv --encoding klingon', 2, 'It is not known. Some known ones are utf-8,'],
    ['tracks.csv --columns title', 2, 'Write FIELD=COLUMN.'],
    ['tracks.csv --root /music', 1, 'No path is in /music, which --root names.'],
    ['', 2, 'Name one file to import, or give --example.'],
  ] as const)
    expectFailure(await folder.run(`import ${words}`), code, sentence)
})

test('a file of corrections with problems prints no catalogue, and says where there may be more', async () => {
  using folder = createCliFolder({ 'tracks.csv': table, 'corrections.json': '{ "genres": [{ "name": 5 }] }' })
  const correct = () => folder.run('import tracks.csv --corrections corrections.json')
  expect(await correct()).toEqual({
    code: 1,
    out: '',
    err: 'corrections.json:1:24 /genres/0/name The name must be text.\nmusic-library: corrections.json has 1 problem. No catalogue was printed.\n',
  })
  folder.write('corrections.json', { genres: Array.from({ length: maxProblems + 1 }, () => ({ name: 5 })) })
  expect((await correct()).err).toEndWith(`has at least ${maxProblems} problems. No catalogue was printed.\n`)
})
