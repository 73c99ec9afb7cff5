import { expect } from 'bun:test'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { openSql } from '../../support/sql.ts'
import { mergedText, namesOf, nextSeed, nothing, seed } from './support.ts'

// What of a merged file concerns several entries.

test('names that are written with escapes stay so, unless people have changed them', async ({ library, admin }) => {
  const text = String.raw`{"labels": [{"name": "\u00e9"}], "artists": [{"name": "A\u0301", "label": "\u00e9", "cover_path": "a\/b"}]}`
  await seed(library, text)
  await admin.put('/artists/1', { duration: 1 })
  expect(await mergedText(library, text)).toBe(text)
  await admin.put('/artists/1', { name: 'B' })
  expect(await mergedText(library, text)).toBe(text.replace(String.raw`A\u0301`, 'B'))
  await admin.put('/labels/1', { name: 'L' })
  const expected = String.raw`{"labels": [{"name": "L"}], "artists": [{"name": "B", "label": "L", "cover_path": "a\/b"}]}`
  expect(await mergedText(library, text)).toBe(expected)
})

test('a section may lose all of its entries, and get new ones', async ({ library, admin }) => {
  const text = '{\n  "labels": [\n    { "name": "L" },\n    { "name": "M" }\n  ]\n}\n'
  await seed(library, text)
  await admin.delete('/labels/1')
  await admin.delete('/labels/2')
  expect(await mergedText(library, text)).toBe('{\n  "labels": []\n}\n')
  await admin.post('/labels', { name: 'N' })
  expect(await mergedText(library, text)).toBe('{\n  "labels": []\n}\n')
  const withNew = await mergedText(library, text, { withNew: true })
  expect(withNew).toBe('{\n  "labels": [\n    { "name": "N" }\n  ]\n}\n')
  expect(await nextSeed(library, JSON.parse(withNew), { prune: true })).toEqual(nothing)
})

test('new records are added to their sections, also to those that the file does not have', async (testLibrary) => {
  const { library, admin } = testLibrary
  const text = '{\n  "labels": [\n    { "name": "L" }\n  ],\n  "genres": []\n}\n'
  await seed(library, text)
  await admin.post('/labels', { name: 'N' })
  await admin.post('/genres', { name: 'G' })
  await admin.post('/artists', { name: 'A', label_id: 2 })
  await admin.post('/tracks', { title: 't', file_path: 'p', artist_ids: [1], genre_ids: [1] })
  const merged = await mergedText(library, text, { withNew: true })
  expect(merged).toBe(`{
  "labels": [
    { "name": "L" },
    { "name": "N" }
  ],
  "genres": [
    { "name": "G" }
  ],
  "artists": [
    { "name": "A", "label": "N" }
  ],
  "tracks": [
    { "title": "t", "file_path": "p", "artists": ["A"], "genres": ["G"] }
  ]
}
`)
  expect(await nextSeed(library, JSON.parse(merged), { prune: true })).toEqual(nothing)
})

test('new records are added to an empty file', async ({ library, admin }) => {
  await admin.post('/labels', { name: 'N' })
  const merged = await mergedText(library, '{}', { withNew: true })
  expect(JSON.parse(merged)).toEqual({ labels: [{ name: 'N' }] })
})

test('a reference by a key stays, and one by a name follows the name', async ({ library, admin }) => {
  const text =
    '{"labels": [{"key": "k", "name": "L"}], "artists": [{"name": "A", "label": "k"}, {"name": "B", "label": "L"}]}'
  await seed(library, text)
  await admin.put('/labels/1', { name: 'P' })
  expect(await mergedText(library, text)).toBe(text.replaceAll('"L"', '"P"'))
})

test('a key that another program has taken away is taken out of the file', async ({ library, databaseUrl }) => {
  const text = '{"labels": [{"key": "k", "name": "L"}, {"name": "M"}]}'
  await seed(library, text)
  await using sql = openSql(databaseUrl)
  await sql.query('UPDATE labels SET key = NULL WHERE id = 1')
  expect(await nextSeed(library, JSON.parse(await mergedText(library, text)))).toEqual(nothing)
})

test('an album whose title and label people have changed gets its label, so that its entry finds it', async (testLibrary) => {
  const { library, admin } = testLibrary
  const text = JSON.stringify({
    labels: [{ name: 'L' }],
    albums: [{ title: 'X' }],
    tracks: [{ title: 't', file_path: 'p', album: 'X' }],
  })
  await seed(library, text)
  await admin.put('/albums/1', { title: 'Y', label_id: 1 })
  const merged = JSON.parse(await mergedText(library, text))
  expect(merged.albums).toEqual([{ title: 'Y', label: 'L' }])
  expect(await nextSeed(library, merged, { prune: true })).toEqual(nothing)
})

test('an entry with a new key still finds a record with another key that people have renamed', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ key: 'k', name: 'L' }] })
  await admin.put('/labels/1', { name: 'P' })
  const file = (entry: object) => JSON.stringify({ labels: [{ key: 'n', name: 'M', ...entry }] })
  for (const formerly of ['L', { name: 'L' }, { key: 'k' }]) {
    const merged = JSON.parse(await mergedText(library, file({ formerly })))
    expect(merged.labels).toEqual([{ key: 'n', name: 'P', formerly: { key: 'k' } }])
    const { list } = await nextSeed(library, merged, { prune: true })
    expect(list).toEqual([])
  }
  await seed(library, await mergedText(library, file({ formerly: 'L' })))
  expect(await namesOf(admin, '/labels')).toEqual(['P'])
})

test('what is overwritten is left out, also a deleted record that is to be created again', async ({
  library,
  admin,
}) => {
  const text = JSON.stringify({ labels: [{ name: 'L' }, { name: 'M' }], artists: [{ name: 'A', label: 'L' }] })
  await seed(library, text)
  await admin.put('/labels/2', { name: 'P' })
  await admin.delete('/labels/1')
  const merge = (choice: string) =>
    mergedText(library, text, { people: { way: 'overwrite', choices: new Map([[choice, 'keep']]) } })
  expect(JSON.parse(await merge('labels/2/name'))).toMatchObject({ labels: [{ name: 'L' }, { name: 'P' }] })
  expect(JSON.parse(await merge('labels/1'))).toMatchObject({ labels: [{ name: 'M' }] })
  expect(await merge('labels/9')).toBe(text)
})
