import { expect } from 'bun:test'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { listOf, mergedText, namesOf, nextSeed, nothing, seed } from './support.ts'

// Records that people have changed, and whose entries or others have `formerly`.

test('a record that people have renamed is still the one of its entry where another one was formerly that', async ({
  library,
  admin,
}) => {
  await seed(library, { labels: [{ name: 'B' }, { name: 'C' }] })
  const renamed = [
    { name: 'A', formerly: 'B' },
    { name: 'B', formerly: 'C' },
  ]
  await seed(library, { labels: renamed })
  expect(await namesOf(admin, '/labels')).toEqual(['A', 'B'])
  await admin.put('/labels/2', { name: 'P' })
  for (const labels of [renamed, renamed.toReversed()]) {
    expect(await nextSeed(library, { labels })).toEqual({ list: ['labels/2 changed name'], changed: 1 })
    const merged = JSON.parse(await mergedText(library, JSON.stringify({ labels })))
    expect(merged.labels.map(({ name }: { name: string }) => name).sort()).toEqual(['A', 'P'])
    expect(await nextSeed(library, merged, { prune: true })).toEqual(nothing)
  }
})

// What `formerly` means follows the label of an album. Here people have deleted the label, so the merged file has none.

const album = (title: string, others: object) => ({ title, label: 'L', ...others })

test('a merged file loses a formerly that would be the one of another album', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }], albums: [album('T', {})] })
  await admin.post('/albums', { title: 'S' })
  await admin.delete('/labels/1')
  const albums = [album('T', { formerly: 'S' }), album('New', { type: 'ep' })]
  const merged = await mergedText(library, JSON.stringify({ labels: [{ name: 'L' }], albums }))
  expect(JSON.parse(merged)).toEqual({
    labels: [],
    albums: [
      { title: 'T', label: null },
      { title: 'New', label: null, type: 'ep' },
    ],
  })
  expect(listOf(await seed(library, merged))).toEqual([])
  expect(await namesOf(admin, '/albums')).toEqual(['T', 'S', 'New'])
})

test('a new album of a merged file stays new', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }], albums: [{ title: 'S' }] })
  await admin.delete('/labels/1')
  const file = { labels: [{ name: 'L' }], albums: [album('T', { formerly: 'S' })] }
  const merged = await mergedText(library, JSON.stringify(file))
  expect(JSON.parse(merged).albums).toEqual([{ title: 'T', label: null }])
  await seed(library, merged)
  expect(await namesOf(admin, '/albums')).toEqual(['S', 'T'])
})

test('of albums of a merged file that would have been the same, one keeps formerly', async ({ library, admin }) => {
  const labels = [{ name: 'L' }, { name: 'M' }]
  const albums = [album('T', { formerly: 'S' }), album('U', { label: 'M', formerly: 'S' })]
  await seed(library, { labels, albums })
  for (const id of [1, 2]) await admin.delete(`/labels/${id}`)
  const merged = JSON.parse(await mergedText(library, JSON.stringify({ labels, albums })))
  expect(merged.albums).toEqual([
    { title: 'T', label: null, formerly: 'S' },
    { title: 'U', label: null },
  ])
  expect(await nextSeed(library, merged)).toEqual(nothing)
})

test('a merged file keeps a formerly that its album needs', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }], albums: [album('S', {})] })
  await admin.delete('/labels/1')
  const file = { labels: [{ name: 'L' }], albums: [album('T', { formerly: 'S' })] }
  const merged = JSON.parse(await mergedText(library, JSON.stringify(file)))
  expect(merged.albums).toEqual([{ title: 'T', label: null, formerly: 'S' }])
  expect(await nextSeed(library, merged)).toEqual({ list: [], changed: 1 })
})
