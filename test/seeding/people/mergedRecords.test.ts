import { expect } from 'bun:test'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { openSql } from '../../support/sql.ts'
import { listOf, mergedText, namesOf, nextSeed, nothing, seed } from './support.ts'

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

test('merge_into follows a record that people have renamed', async ({ library, admin }) => {
  const text = '{"labels": [{"name": "L"}, {"name": "M", "merge_into": "L"}], "artists": [{"name": "A", "label": "M"}]}'
  await seed(library, text)
  await admin.put('/labels/1', { name: 'P' })
  const merged = await mergedText(library, text)
  expect(JSON.parse(merged).labels).toEqual([{ name: 'P' }, { name: 'M', merge_into: 'P' }])
  expect(await nextSeed(library, JSON.parse(merged))).toEqual(nothing)
})

test('a reference by a key stays, and one by a name follows the name', async ({ library, admin }) => {
  const text =
    '{"labels": [{"key": "k", "name": "L"}], "artists": [{"name": "A", "label": "k"}, {"name": "B", "label": "L"}]}'
  await seed(library, text)
  await admin.put('/labels/1', { name: 'P' })
  expect(await mergedText(library, text)).toBe(text.replaceAll('"L"', '"P"'))
})

test('a key that another program has changed is written, and references follow it', async (testLibrary) => {
  const { library, databaseUrl } = testLibrary
  const text = '{"labels": [{"key": "k", "name": "L"}], "artists": [{"name": "A", "label": "k"}]}'
  await seed(library, text)
  await using sql = openSql(databaseUrl)
  await sql.query("UPDATE labels SET key = 'n'")
  expect(await nextSeed(library, JSON.parse(await mergedText(library, text)))).toEqual(nothing)
})

test('a key that another program has taken away is taken out of the file', async ({ library, databaseUrl }) => {
  const text = '{"labels": [{"key": "k", "name": "L"}, {"name": "M"}]}'
  await seed(library, text)
  await using sql = openSql(databaseUrl)
  await sql.query('UPDATE labels SET key = NULL WHERE id = 1')
  expect(await nextSeed(library, JSON.parse(await mergedText(library, text)))).toEqual(nothing)
})

test('a name that two records share is no reference: the file is refused, or stays valid', async (testLibrary) => {
  const { library, admin } = testLibrary
  const text = JSON.stringify({
    labels: [{ name: 'L' }],
    albums: [{ title: 'T', label: 'L' }, { title: 'U' }],
    tracks: [{ title: 't', file_path: 'p', album: 'T' }],
  })
  await seed(library, text)
  await admin.put('/albums/2', { title: 'T' })
  const merged = await mergedText(library, text).catch((error: Error) => error)
  if (merged instanceof Error) expect(merged.message).toContain('fits several albums')
  else expect(await nextSeed(library, JSON.parse(merged))).toEqual(nothing)
})

test('a record that an entry deletes and people have changed is in the file, so that prune leaves it', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ name: 'L' }, { name: 'M' }] })
  await admin.put('/labels/1', { name: 'P' })
  const text = '{"labels": [{"name": "L", "delete": true}, {"name": "M"}]}'
  const options = { withNew: true, prune: true }
  expect(await nextSeed(library, JSON.parse(await mergedText(library, text, options)), { prune: true })).toEqual(
    nothing,
  )
  expect(JSON.parse(await mergedText(library, text)).labels).toEqual([{ name: 'M' }])
})

test('a record that prune would delete and people have changed is added with the new ones', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ name: 'L' }, { name: 'M' }] })
  await admin.put('/labels/1', { name: 'P' })
  const merged = await mergedText(library, '{"labels": [{"name": "M"}]}', { withNew: true, prune: true })
  expect(JSON.parse(merged).labels).toEqual([{ name: 'M' }, { name: 'P' }])
  expect(await nextSeed(library, JSON.parse(merged), { prune: true })).toEqual(nothing)
})

test('a value that refers to a record which prune deletes can be written', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }, { name: 'M' }], artists: [{ name: 'A', label: 'L' }] })
  await admin.put('/artists/1', { label_id: 2 })
  const text = '{"labels": [{"name": "L"}], "artists": [{"name": "A", "label": "L"}]}'
  const merged = await mergedText(library, text, { withNew: true, prune: true })
  expect(listOf(await seed(library, merged, 'overwrite', { prune: true }))).toEqual([])
  expect((await admin.get('/artists/1')).body.label_id).toBe(2)
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

test('what a written value refers to is in the file, so that prune takes it', async ({ library, admin }) => {
  const text = JSON.stringify({ labels: [{ name: 'L' }], artists: [{ name: 'A', label: 'L' }] })
  await seed(library, text)
  await admin.post('/labels', { name: 'P' })
  await admin.post('/labels', { name: 'Q' })
  await admin.put('/artists/1', { label_id: 2 })
  const merged = JSON.parse(await mergedText(library, text))
  expect(merged).toEqual({ labels: [{ name: 'L' }, { name: 'P' }], artists: [{ name: 'A', label: 'P' }] })
  // The record to which nothing refers is left to --with-new.
  expect(await nextSeed(library, merged, { prune: true })).toEqual({ list: ['labels/3 added'], changed: 1 })
})

test('a record that people have changed and the file has dropped is in the file for prune', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ name: 'L' }], artists: [{ name: 'A' }] })
  await admin.put('/artists/1', { name: 'B', label_id: 1 })
  const merged = JSON.parse(await mergedText(library, '{}', { prune: true }))
  expect(merged).toEqual({ labels: [{ name: 'L' }], artists: [{ name: 'B', label: 'L' }] })
  expect(await nextSeed(library, merged, { prune: true })).toEqual(nothing)
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
