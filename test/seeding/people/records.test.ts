import { expect } from 'bun:test'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { listOf, namesOf, nextSeed, nothing, seed } from './support.ts'

// Records that people have renamed, merged or deleted.

const file = {
  labels: [{ name: 'L' }, { name: 'M' }],
  albums: [{ title: 'T', label: 'L' }],
  tracks: [{ title: 't', file_path: 'p', album: 'T' }],
}

test('a renamed label stays the one of its entry, and its albums keep it', async ({ library, admin }) => {
  await seed(library, file)
  await admin.put('/labels/1', { name: 'P' })
  const report = await seed(library, file, 'keep')
  expect([listOf(report), report.sections.labels.created]).toEqual([['labels/1 changed name kept'], 0])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'M'])
  expect((await admin.get('/albums/1')).body.label_id).toBe(1)
  expect(await nextSeed(library, file)).toEqual(nothing)
  // References of a later file may have the name that people have given it.
  const later = { ...file, labels: [...file.labels, { name: 'N' }], artists: [{ name: 'A', label: 'P' }] }
  expect(listOf(await seed(library, later))).toEqual([])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'M', 'N'])
  expect((await admin.get('/artists/1')).body.label_id).toBe(1)
})

test('a deleted label stays deleted, and no album refers to it', async ({ library, admin }) => {
  await seed(library, file)
  await admin.delete('/labels/1')
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 deleted kept'])
  expect(await namesOf(admin, '/labels')).toEqual(['M'])
  expect((await admin.get('/albums')).body).toMatchObject([{ id: 1, label_id: null }])
  const again = await seed(library, file)
  expect([listOf(again), again.kept_before]).toEqual([[], 1])
})

test('a deleted track is listed with its values', async ({ library, admin }) => {
  const tracks = [{ title: 't', file_path: 'p', album: 'T', artists: ['A'], duration_seconds: 60 }]
  const catalogue = { ...file, artists: [{ name: 'A' }], tracks }
  await seed(library, catalogue)
  await admin.delete('/tracks/1')
  const report = await seed(library, catalogue, 'keep')
  expect(report.changed_by_people).toMatchObject([
    { kind: 'deleted', name: 'p', values: { title: 't', album: 'T', artists: ['A'], duration_seconds: 60 } },
  ])
})

test('two albums with one title are told apart when people have deleted the label of one', async ({
  library,
  admin,
}) => {
  const albums = { labels: [{ name: 'L' }], albums: [{ title: 'T', label: 'L', type: 'ep' }, { title: 'T' }] }
  await seed(library, albums)
  await admin.delete('/labels/1')
  expect(listOf(await seed(library, albums, 'keep'))).toEqual(['labels/1 deleted kept'])
  expect((await admin.get('/albums')).body).toHaveLength(2)
})

test('what refers to a merged record means the one that people have deleted, and that stays deleted', async (testLibrary) => {
  const { library, admin } = testLibrary
  const file = { labels: [{ name: 'L' }, { name: 'M', merge_into: 'L' }], artists: [{ name: 'A', label: 'M' }] }
  await seed(library, file)
  await admin.delete('/labels/1')
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 deleted kept'])
  expect((await admin.get('/artists/1')).body.label).toBeNull()
})
