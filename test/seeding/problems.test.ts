import { expect } from 'bun:test'
import { InvalidCatalogue } from '../../src/seeding/read/problems.ts'
import { maxMs } from '../support/bounds.ts'
import { problemsOf, seedValue } from '../support/catalogue.ts'
import { createLabel, listLabels } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { amount, inLongForm } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'

test('one run reports every problem with its position, and writes nothing', async (database) => {
  const text = `{
  "labels": [
    { "name": "Columbia" },
    { "nmae": "Verve" }
  ],
  "albums": [{ "title": "Kind of Blue", "type": "lp",
               "release_date": "1959-02-30", "duration_seconds": "2744" }],
  "tracks": [
    { "title": "So What", "file_path": "01.flac", "artists": ["Miles", 5] },
    { "file_path": "02.flac", "album": "Kind of Blue" },
    { "file_path": "03.flac", "album": "Nothing" }, 7
  ]
}
`
  const error = await rejection(seedText(database, text))
  if (!(error instanceof InvalidCatalogue)) throw error
  expect(error.problems.map(({ line, column, pointer }) => [line, column, pointer])).toEqual([
    [4, 5, '/labels/1/name'],
    [4, 15, '/labels/1/nmae'],
    [6, 49, '/albums/0/type'],
    [7, 32, '/albums/0/release_date'],
    [7, 66, '/albums/0/duration_seconds'],
    [9, 63, '/tracks/0/artists/0'],
    [9, 72, '/tracks/0/artists/1'],
    [10, 5, '/tracks/1/title'],
    [11, 5, '/tracks/2/title'],
    [11, 40, '/tracks/2/album'],
    [11, 53, '/tracks/3'],
  ])
  expect(error.problems[0]?.sentence).toBe('The name is required.')
  expect(error.problems[1]?.sentence).toBe('A label has no "nmae". Did you mean name?')
  expect(await listLabels(database.read)).toEqual([])
})

test('an unknown section and one that is no array are reported, without the references that find nothing because of them', async (database) => {
  const problems = await problemsOf(database, {
    lables: [{ name: 'a' }],
    genres: {},
    artists: [{ name: 'x', label: 'a' }],
    albums: null,
    tracks: [{ title: 'a', file_path: '1', album: 'b', genres: ['c'], artists: ['y'] }],
    shelves: [],
  })
  expect(problems).toEqual([
    '/lables A catalogue has no "lables". Did you mean labels?',
    '/genres The genres must be an array of objects. Write [] for none.',
    '/albums The albums must be an array of objects. Write [] for none.',
    '/tracks/0/artists/0 "y" is not the key or name of any artist in the file or in the library. Add it to artists, or correct it.',
    '/shelves A catalogue has no "shelves"; it has labels, genres, artists, albums and tracks.',
  ])
})

test('entries that are texts are reported, without the references to them', async (database) => {
  const problems = await problemsOf(database, {
    labels: ['Verve', 5],
    artists: [
      { name: 'x', label: 'Verve' },
      { name: 'y', label: 'Nobody' },
    ],
    tracks: ['So What'],
  })
  expect(problems).toEqual([
    '/labels/0 A label is an object with key, name and formerly. Write {"name": "Verve"}.',
    '/labels/1 A label is an object with key, name and formerly.',
    '/artists/1/label "Nobody" is not the key or name of any label in the file or in the library. Add it to labels, or correct it.',
    expect.stringMatching(/^\/tracks\/0 A track is an object with [^.]*\.$/),
  ])
})

test.each([
  ['{\n  "labels": [\n    { "name": "a" },\n  ]\n}', 4, 3],
  ['{ "labels": [ { "name": "a" } { "name": "b" } ] }', 1, 31],
  ['{ "labels": [', 1, 14],
  ['{} {}', 1, 4],
  ['{ "labels": [ { "name": "a\n" } ] }', 1, 25],
])(
  'text that is not JSON is rejected at the place where it stops being JSON: %j',
  async (database, text, line, column) => {
    expect(await rejection(seedText(database, text))).toMatchObject({ problems: [{ line, column, pointer: '' }] })
  },
)

test.each(['[]', '5', 'null', '"labels"'])('%s is rejected: a catalogue is a JSON object', async (database, text) => {
  expect(await rejection(seedText(database, text))).toMatchObject({ problems: [{ line: 1, column: 1, pointer: '' }] })
})

test('a hundred problems are listed, and the others are counted', async (database) => {
  const error = await rejection(seedValue(database, { labels: Array.from({ length: 250 }, () => ({ name: '' })) }))
  expect(error).toMatchObject({ more: 150, problems: { length: 100 } })
})

test('entries that share an identity or a key are reported', async (database) => {
  expect(
    await problemsOf(database, {
      labels: [{ name: 'Columbia' }, { name: ' Columbia ' }, { key: 'a', name: 'x' }, { key: 'a', name: 'y' }],
      albums: [{ title: 'Blue' }, { title: 'Blue', label: null }],
      tracks: [
        { title: 'a', file_path: '1' },
        { title: 'b', file_path: '1' },
      ],
    }),
  ).toEqual([
    '/labels/1 Number 1 of labels has the same name. Give each a key, or take one out. If the library has both, replace one by an entry with its name in the library and "merge_into": "Columbia".',
    '/labels/3 Number 3 of labels has the same key. Give this one another key, or take one out.',
    '/albums/1 Number 1 of albums has the same title and label. Give each a key, or take one out. If the library has both, replace one by an entry with its title in the library and "merge_into": "Blue".',
    '/tracks/1 Number 1 of tracks has the same file_path. Give each a key, or take one out. If the library has both, replace one by an entry with its file_path in the library and "merge_into": "1".',
  ])
})

test('a reference to no record and a reference that fits several records are reported', async (database) => {
  await database.write((tx) => createLabel(tx, 'Verve'))
  const problems = await problemsOf(database, {
    labels: [
      { key: 'v1', name: 'Verve' },
      { key: 'v2', name: 'Columbia' },
      { key: 'v3', name: 'Columbia' },
    ],
    artists: [
      { name: 'a', label: 'Columbia' },
      { name: 'b', label: 'Nobody' },
      { name: 'c', label: 'v2' },
    ],
  })
  expect(problems).toEqual([
    '/artists/0/label "Columbia" fits several labels: number 2 of labels, number 3 of labels. Name one by its key; give it one if it has none.',
    '/artists/1/label "Nobody" is not the key or name of any label in the file or in the library. Add it to labels, or correct it.',
  ])
})

test('an entry that matches several records is reported with their ids', async (database) => {
  await database.write((tx) => createLabel(tx, 'Verve'))
  await database.write((tx) => createLabel(tx, 'Verve'))
  const [plain] = await problemsOf(database, { labels: [{ name: 'Verve' }] })
  expect(plain).toContain('ids 1, 2')
  const [adopting] = await problemsOf(database, { labels: [{ key: 'v', name: 'Verve' }] })
  expect(adopting).toContain('ids 1, 2')
})

test('two entries with new keys that match one record are reported', async (database) => {
  await database.write((tx) => createLabel(tx, 'Verve'))
  const two = [
    { key: 'a', name: 'Verve' },
    { key: 'b', name: 'Verve' },
  ]
  const problems = await problemsOf(database, { labels: two })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('number 1 of labels')
  await seedValue(database, { labels: two.slice(0, 1) })
  expect((await seedValue(database, { labels: two })).sections.labels).toMatchObject({ created: 1, unchanged: 1 })
})

test('with prune, a reference to a record that would be deleted is reported', async (database) => {
  await database.write((tx) => createLabel(tx, 'Verve'))
  const [problem] = await problemsOf(database, { artists: [{ name: 'a', label: 'Verve' }] }, { prune: true })
  expect(problem).toContain('in the file')
  expect(await listLabels(database.read)).toHaveLength(1)
})

test('names and members such as constructor and __proto__ are handled like any other', async (database) => {
  const problems = await problemsOf(database, JSON.parse('{"labels":[],"constructor":[]}'))
  const entryProblems = await problemsOf(database, JSON.parse('{"labels":[{"name":"a","__proto__":1}]}'))
  expect(entryProblems.map((problem) => problem.split(' ')[0])).toEqual(['/labels/0/__proto__'])
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['/constructor'])
  const catalogue = {
    labels: [{ key: '__proto__', name: 'constructor' }],
    artists: [{ name: 'x', label: '__proto__' }],
  }
  expect((await seedValue(database, catalogue)).sections.artists.created).toBe(1)
})

test('an empty file is rejected as empty', async (database) => {
  expect(await rejection(seedText(database, ' \n'))).toMatchObject({ problems: [{ sentence: 'The file is empty.' }] })
})

test('a key that only the library has takes no precedence over a name in the file', async (database) => {
  await seedValue(database, { labels: [{ key: 'Blue', name: 'Red' }] })
  const [problem] = await problemsOf(database, { labels: [{ name: 'Blue' }], artists: [{ name: 'A', label: 'Blue' }] })
  expect(problem).toContain('"Blue" fits several labels: id 1 in the library, number 1 of labels')
  expect((await seedValue(database, { artists: [{ name: 'A', label: 'Blue' }] })).sections.artists.created).toBe(1)
})

test('a reference that fits thousands of records is reported in a short sentence', async (database) => {
  const labels = Array.from({ length: 2_000 }, (_, index) => ({ key: `${index}`, name: 'L' }))
  const count = amount(3_000, 20_000)
  const artists = Array.from({ length: count }, (_, index) => ({ name: `${index}`, label: 'L' }))
  const problems = await problemsOf(database, { labels, artists })
  expect(problems).toHaveLength(1)
  expect(problems[0]?.length).toBeLessThan(500)
  expect(problems[0]).toEndWith(`Also at ${count - 1} more places.`)
  expect(problems[0]).toContain('and 1990 more')
})

inLongForm(
  test.each([
    ['an entry', (members: string) => `{"labels":[{${members}}]}`],
    ['the catalogue', (members: string) => `{${members}}`],
    ['a value', (members: string) => `{"labels":[{"name":{${members}}}]}`],
  ]),
)(
  '160,000 members of %s are rejected in seconds',
  async (database, _, textOf) => {
    const text = textOf(Array.from({ length: 160_000 }, (_, n) => `"${n}":1`).join(','))
    expect(await rejection(seedText(database, text))).toBeInstanceOf(InvalidCatalogue)
    // To compare each member with all others takes more than a minute.
  },
  maxMs(20_000),
)

test('a member that an object has twice is reported', async (database) => {
  const text = '{"labels":[{"name":"a","name":"b"}],\n"genres":[],\n"labels":[{"name":"c"}]}'
  const error = await rejection(seedText(database, text))
  expect(error).toMatchObject({
    problems: [
      { pointer: '/labels/0/name', line: 1 },
      { pointer: '/labels', line: 3 },
    ],
  })
})

for (const [name, text, problem] of [
  ['a file of brackets', '['.repeat(200_000), '1:1 : A catalogue is a JSON object'],
  [
    'nested arrays in place of an entry',
    `{"labels":[${'['.repeat(200_000)}`,
    '1:12 : No value of this file is nested 100 deep.',
  ],
  [
    'millions of values in an entry',
    `{"labels":[{"name":[${'0,'.repeat(1_100_000)}0]}]}`,
    '1:12 : This has more than 1000000 values.',
  ],
  ['one member many times', `{${'"a":0,'.repeat(1_000_000)}"a":0}`, '1:600000 /a: A catalogue has no "a"'],
] as const) {
  test(`${name} is one problem, which is found without parsing it`, async (database) => {
    const memoryBefore = process.memoryUsage().rss
    const error = await rejection(seedText(database, text))
    expect(String(error)).toContain(`The catalogue has 1 problem, the first at ${problem}`)
    // To parse a million values takes twice as much.
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(150_000_000)
  })
}

test('an entry of a track needs a file_path', async (database) => {
  for (const members of [{}, { file_path: null }, { file_path: '' }, { file_path: ' ' }])
    expect(await problemsOf(database, { tracks: [{ title: 'T', ...members }] })).toEqual([
      expect.stringContaining('The file_path'),
    ])
})
