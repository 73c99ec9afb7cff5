import { expect } from 'bun:test'
import { AcceptedRenames } from '../../src/seeding/acceptedRenames.ts'
import { problemsOf, seedValue } from '../support/catalogue.ts'
import { createLabel, listAlbums, listLabels, listTracks } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { seedText } from '../support/seedText.ts'

const track = { title: 'a', file_path: '1' }

test.each([
  [
    { albums: [{ title: 'a', release_date: 1959 }] },
    'A year alone is not a day. Write "1959-01-01". This is its first day.',
  ],
  [{ albums: [{ title: 'a', release_date: '1959-8' }] }, 'Write "1959-08-01". This is its first day.'],
  [{ albums: [{ title: 'a', release_date: '17.08.1959' }] }, 'Write "1959-08-17".'],
  [{ albums: [{ title: 'a', release_date: '8/17/1959' }] }, 'Write "1959-08-17".'],
  [{ albums: [{ title: 'a', release_date: '17/8/1959' }] }, 'Write "1959-08-17".'],
  [{ albums: [{ title: 'a', release_date: '7/8/1959' }] }, 'Write the year first, then the month, then the day.'],
  [{ albums: [{ title: 'a', release_date: '31.02.1959' }] }, 'or a date and time with an offset.'],
  [{ tracks: [{ ...track, duration_seconds: '3:45' }] }, 'Write 225.'],
  [{ tracks: [{ ...track, duration_seconds: '1:02:03' }] }, 'Write 3723.'],
  [{ tracks: [{ ...track, duration_seconds: '225' }] }, 'Write 225, without quotes.'],
  [{ tracks: [{ ...track, duration_seconds: 562.4 }] }, 'Write 562.'],
  [{ tracks: [{ ...track, duration_seconds: '562000 ms' }] }, 'Write 562.'],
  [{ tracks: [{ ...track, artists: null }] }, 'Write [] for none, or leave it out.'],
  [{ tracks: [{ ...track, genres: 'Jazz' }] }, 'Write ["Jazz"].'],
  [{ albums: [{ title: 'a', type: 'EP' }] }, 'Write "ep".'],
  [{ albums: [{ title: 'a', type: 'lp' }] }, 'whatever else is neither a single nor an EP.'],
])('the problem of %j says what to write instead', async (database, catalogue, advice) => {
  const problems = await problemsOf(database, catalogue)
  expect(problems).toEqual([expect.stringMatching(/must be/)])
  expect(problems[0]).toEndWith(advice)
})

test.each([
  ['verve', 'Verve'],
  ['Blue  Note', 'Blue Note'],
  ['Colombia', 'Columbia'],
  ['impulse!', 'Impulse!'],
])('a reference to %j, which nothing has, suggests %j', async (database, label, suggestion) => {
  const names = [...Array.from({ length: 1_000 }, (_, n) => `Label ${n}`), 'Verve', 'Columbia', 'Impulse!']
  await database.write((tx) => createLabel(tx, 'Blue Note'))
  const problems = await problemsOf(database, {
    labels: names.map((name) => ({ name })),
    artists: [{ name: 'a', label }],
  })
  expect(problems[0]).toEndWith(`Did you mean ${JSON.stringify(suggestion)}?`)
})

test.each([
  [{ tracks: [{ ...track, artist: ['a'] }] }, 'A track has no "artist". Did you mean artists?'],
  [{ tracks: [{ ...track, Genres: [] }] }, 'A track has no "Genres". Did you mean genres?'],
  [{ labels: [{ name: 'a', merge_in: 'b' }] }, 'A label has no "merge_in". Did you mean merge_into?'],
  [{ labels: [{ name: 'a', mergeInto: 'b' }] }, 'A label has no "mergeInto". Did you mean merge_into?'],
  [{ labels: [{ name: 'a', deleted: true }] }, 'A label has no "deleted". Did you mean delete?'],
  [
    { labels: [{ name: 'a', gone: true }] },
    'A label has no "gone"; it has key, name and formerly. To remove the label, write merge_into or delete.',
  ],
  [{ artists: [{ name: 'a', label: null, prize: 1 }] }, /"prize"; it has [^.]* and formerly\.$/],
  [
    { labels: [{ name: 'a', delete: true, reason: 'x' }] },
    'An entry that merges or deletes has no "reason"; it has key, name, merge_into and delete.',
  ],
])('the problem of the unknown member of %j says what it may be', async (database, catalogue, sentence) => {
  expect(await problemsOf(database, catalogue)).toEqual([
    typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
  ])
})

const noComments = 'JSON has no comments. Take this one out.'
const quotes = 'Put names and texts between straight double quotes: "…".'

test.each([
  ['// a\n{}', 1, 1, noComments],
  ['{ "labels": [ /* a */ ] }', 1, 15, noComments],
  ['{ "labels": [{ "name": "a" }, # b\n] }', 1, 31, noComments],
  ['{} // a', 1, 4, noComments],
  [
    'title,artist\nSo What,Miles Davis\n',
    1,
    1,
    'This looks like a CSV file. Make a catalogue file of it with: music-library import FILE.csv > catalogue.json',
  ],
  ["{ 'labels': [] }", 1, 3, `This is a single quote. ${quotes}`],
  [`{ "labels": [{ "name": 'a' }] }`, 1, 24, `This is a single quote. ${quotes}`],
  ['{ “labels”: [] }', 1, 3, `This is a curly quote. ${quotes}`],
  ['{ "labels": [{ “name”: "a" }] }', 1, 16, `This is a curly quote. ${quotes}`],
  ['{ "labels": [{ "name": “a” }] }', 1, 24, `This is a curly quote. ${quotes}`],
  ['{ "labels": [{ "name”: "a" }] }', 1, 25, `A text on this line ends with a curly quote. ${quotes}`],
  ['{ "labels": [{ "name": "a”, "key": "b" }] }', 1, 30, `A text on this line ends with a curly quote. ${quotes}`],
  [
    '{ "tracks": [{ "duration_seconds": 0225 }] }',
    1,
    37,
    'JSON has no number 0225. Write 225, or "0225" if it is text.',
  ],
  ['{ "tracks": [{ "duration_seconds": +5 }] }', 1, 36, 'JSON has no number +5. Write 5, or "+5" if it is text.'],
  ['{ "tracks": [{ "duration_seconds": .5 }] }', 1, 36, 'JSON has no number .5. Write 0.5, or ".5" if it is text.'],
  ['{ "tracks": [{ "duration_seconds": 5. }] }', 1, 36, 'JSON has no number 5.. Write 5, or "5." if it is text.'],
  ['{ "tracks": [{ "duration_seconds": 5 6 }] }', 1, 38, 'A comma is expected here.'],
])('the cause of what is no JSON in %j is named', async (database, text, line, column, sentence) => {
  expect(await rejection(seedText(database, text))).toMatchObject({ problems: [{ line, column, sentence }] })
})

test('a problem and its consequences are one', async (database) => {
  const long = 'x'.repeat(101)
  const artistsOf = (label: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `${label.slice(0, 3)} ${n}`, label }))
  expect(
    await problemsOf(database, {
      labels: [{ name: 'Verve' }, { name: 'Verve' }, { name: long }],
      artists: [...artistsOf('Verve', 10), ...artistsOf(long, 10), ...artistsOf('Nobody', 400)],
    }),
  ).toEqual([
    expect.stringMatching(/^\/labels\/1 Number 1 of labels has the same name\. Give each a key, or take one out\. If /),
    '/labels/2/name The name must not be longer than 100 characters.',
    '/artists/20/label "Nobody" is not the key or name of any label in the file or in the library. Add it to labels, or correct it. Also at 399 more places.',
  ])
})

test('an album whose label was changed in the file is one problem, at the album, and formerly solves it', async (database) => {
  const catalogue = (label: string, former = {}) => ({
    labels: [{ name: 'Columbia' }, { name: 'Legacy' }],
    albums: [{ title: 'Kind of Blue', label, ...former }],
    tracks: ['1', '2', '3'].map((path) => ({ title: 'a', file_path: path, album: 'Kind of Blue' })),
  })
  await seedValue(database, catalogue('Columbia'))
  expect(await problemsOf(database, catalogue('Legacy'))).toEqual([
    '/albums/0 The library has "Kind of Blue" with the label "Columbia" (id 1), and the file has it with the label "Legacy". If it is the same album with another label, write "formerly": {"label":"Columbia"}. If the library should have both, name each by its key. 3 references name it.',
  ])
  const report = await seedValue(database, catalogue('Legacy', { formerly: { label: 'Columbia' } }))
  expect(report.sections).toMatchObject({ albums: { updated: 1 }, tracks: { unchanged: 3 } })
})

test('a label that has another name in the whole file is one problem, at the label, and an accepted rename solves it', async (database) => {
  const albums = ['A', 'B', 'C']
  const catalogue = (label: string) => ({
    labels: [{ name: 'Columbia' }, { name: label }],
    albums: albums.map((title) => ({ title, label })),
    tracks: ['1', '2', '3'].flatMap((path) =>
      albums.map((album) => ({ title: 'a', file_path: `${album}/${path}`, album })),
    ),
  })
  await seedValue(database, catalogue('Blue Note'))
  const renamed = catalogue('Blue Note Records')
  expect(await problemsOf(database, renamed)).toEqual([
    '/labels/1 The library has the label "Blue Note" (id 2), which the file does not have, and the file has albums of it with this one. If the label has a new name, write "formerly": "Blue Note" here, or give --accept-renames. If the library should have both, name the albums by their keys. 3 albums are concerned.',
  ])
  const report = await new AcceptedRenames(true).run(({ acceptedRenames = [], likelyRenames }) => {
    if (acceptedRenames.length > 0)
      expect(acceptedRenames).toMatchObject([{ section: 'labels', index: 1, id: 2, formerly: 'Blue Note' }])
    return seedValue(database, renamed, { acceptedRenames, ...(likelyRenames && { likelyRenames }) })
  })
  expect(report.sections).toMatchObject({
    labels: { updated: 1, created: 0 },
    albums: { unchanged: 3 },
    tracks: { unchanged: 9 },
  })
})

test('names are compared and stored in NFC, in the library, the file and references, and paths and keys as they are', async (database) => {
  const [composed, decomposed] = ['Café', 'Café'.normalize('NFD')]
  await database.write((tx) => createLabel(tx, decomposed))
  const catalogue = {
    labels: [{ name: decomposed }],
    artists: [
      { name: 'a', label: composed },
      { name: 'b', label: decomposed },
    ],
  }
  const first = await seedValue(database, catalogue)
  expect(first.sections).toMatchObject({ labels: { created: 0, updated: 1 }, artists: { created: 2 } })
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual([composed])
  expect((await seedValue(database, catalogue)).sections.labels).toMatchObject({ updated: 0, unchanged: 1 })
  const paths = {
    albums: [{ title: 'a', cover_path: decomposed }],
    tracks: [composed, decomposed].map((path) => ({ title: decomposed, file_path: path, key: path })),
  }
  expect((await seedValue(database, paths)).sections.tracks.created).toBe(2)
  expect((await seedValue(database, paths)).sections.tracks.unchanged).toBe(2)
  expect((await listAlbums(database.read))[0]?.cover_path).toBe(decomposed)
})

test('names that differ only in case or spaces are warnings, with both places, until they are in the library', async (database) => {
  await database.write((tx) => createLabel(tx, 'Blue Note'))
  const catalogue = {
    labels: [{ name: 'Columbia' }, { name: 'columbia' }, { name: 'Blue  note' }],
    albums: [
      { title: 'Blue', label: 'Columbia' },
      { title: 'blue', label: 'columbia' },
    ],
    tracks: [{ title: 'a', file_path: '1', duration_seconds: 562_000 }],
  }
  const { warnings, more_warnings } = await seedValue(database, catalogue)
  expect(warnings.map(({ line, column, pointer, sentence }) => `${line}:${column} ${pointer} ${sentence}`)).toEqual([
    '1:40 /labels/1/name "columbia" differs only in case from "Columbia" at 1:20. Did you mean "Columbia"?',
    '1:60 /labels/2/name "Blue  note" differs only in case or spaces from "Blue Note" (id 1 in the library). Did you mean "Blue Note"?',
    '1:216 /tracks/0/duration_seconds The duration_seconds is more than a day. If these are milliseconds, write 562.',
  ])
  expect(more_warnings).toBe(0)
  expect((await seedValue(database, catalogue)).warnings).toEqual([])
})

test('a name in another Unicode form is as ambiguous as any other, and a path is compared as it is', async (database) => {
  const [nfc, nfd] = ['Café', 'Café'.normalize('NFD')]
  await database.write((tx) => createLabel(tx, nfd))
  await database.write((tx) => createLabel(tx, nfd))
  expect((await problemsOf(database, { artists: [{ name: 'a', label: nfc }] }))[0]).toContain('fits several labels')
  await seedValue(database, { tracks: [nfc, nfd].map((file_path) => ({ title: 'a', file_path })) })
  await seedValue(database, {
    tracks: [
      { title: 'c', file_path: 'c' },
      { file_path: nfd, merge_into: 'c' },
    ],
  })
  expect((await listTracks(database.read)).map(({ file_path }) => file_path)).toEqual([nfc, 'c'])
})
