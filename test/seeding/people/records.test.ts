import { expect } from 'bun:test'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { newestEntry, undoAsShown } from '../../support/undo.ts'
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
  expect(listOf(await seed(library, { ...file, labels: [{ name: 'L' }, { name: 'M' }, { name: 'N' }] }))).toEqual([])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'M', 'N'])
})

test('a renamed label gets its name back', async ({ library, admin }) => {
  await seed(library, file)
  await admin.put('/labels/1', { name: 'P' })
  expect(listOf(await seed(library, file))).toEqual(['labels/1 changed name'])
  expect(await namesOf(admin, '/labels')).toEqual(['L', 'M'])
})

test('a label that the file and people have renamed is listed', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }] })
  await admin.put('/labels/1', { name: 'P' })
  const renamed = { labels: [{ name: 'N', formerly: 'L' }] }
  expect(await nextSeed(library, renamed, { people: { way: 'keep' } })).toEqual({
    list: ['labels/1 changed name kept'],
    changed: 0,
  })
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

test('a deleted label is created again, and its albums refer to it', async ({ library, admin }) => {
  await seed(library, file)
  await admin.delete('/labels/1')
  expect(listOf(await seed(library, file))).toEqual(['labels/1 deleted'])
  expect((await admin.get('/albums')).body).toMatchObject([{ id: 1, label_id: 3, label: { name: 'L' } }])
  expect(await nextSeed(library, file)).toEqual(nothing)
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

test('a deleted record is asked about again when its entry changes', async ({ library, admin }) => {
  await seed(library, { artists: [{ name: 'A', duration: 1 }] })
  await admin.delete('/artists/1')
  await seed(library, { artists: [{ name: 'A', duration: 1 }] }, 'keep')
  expect((await nextSeed(library, { artists: [{ name: 'A', duration: 2 }] })).list).toEqual(['artists/1 deleted'])
})

test('a deleted label stays deleted beside one with a key and the same name', async ({ library, admin }) => {
  await seed(library, { labels: [{ name: 'L' }] })
  await admin.delete('/labels/1')
  const both = { labels: [{ name: 'L' }, { key: 'k', name: 'L' }] }
  expect(listOf(await seed(library, both, 'keep'))).toEqual(['labels/1 deleted kept'])
  expect(await nextSeed(library, both)).toEqual(nothing)
})

test('a record that was deleted, restored and deleted again is listed again', async (testLibrary) => {
  const { library, admin } = testLibrary
  const labels = { labels: [{ name: 'L' }] }
  await seed(library, labels)
  await admin.delete('/labels/1')
  await seed(library, labels, 'keep')
  await undoAsShown(admin, await newestEntry(testLibrary))
  expect(listOf(await seed(library, labels, 'keep'))).toEqual([])
  await admin.delete('/labels/1')
  expect((await nextSeed(library, labels)).list).toEqual(['labels/1 deleted'])
})

test('labels that people have merged stay merged', async ({ library, admin }) => {
  await seed(library, file)
  const { digest } = (await sendToConsole(admin, 'POST', '/labels/2/merge', { from: [1], dry_run: true })).body
  expect((await sendToConsole(admin, 'POST', '/labels/2/merge', { from: [1], digest })).status).toBe(200)
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 deleted kept', 'albums/1 changed label kept'])
  expect((await admin.get('/albums')).body).toMatchObject([{ id: 1, label_id: 2 }])
  expect(await nextSeed(library, file)).toEqual(nothing)
})

test('an undo of a seed that has created records deletes them, which can be kept', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ name: 'L' }] })
  const both = { labels: [{ name: 'L' }, { name: 'M' }] }
  await seed(library, both)
  await undoAsShown(admin, await newestEntry(testLibrary))
  expect(listOf(await seed(library, both, 'keep'))).toEqual(['labels/2 deleted kept'])
  expect(await namesOf(admin, '/labels')).toEqual(['L'])
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

test('a record to which people have given the name of a keyed one is still that of its entry', async (testLibrary) => {
  const { library, admin } = testLibrary
  const file = {
    artists: [{ key: 'k', name: 'Miles Davis' }, { name: 'Miles Davies' }],
    tracks: [{ title: 't', file_path: 'p', artists: ['Miles Davies'] }],
  }
  await seed(library, file)
  await admin.put('/artists/2', { name: 'Miles Davis' })
  expect(listOf(await seed(library, file, 'keep', { prune: true }))).toEqual(['artists/2 changed name kept'])
  expect(await namesOf(admin, '/artists')).toEqual(['Miles Davis', 'Miles Davis'])
  expect(await nextSeed(library, file, { prune: true })).toEqual(nothing)
})

test('what refers to a merged record means the one that people have deleted, and that stays deleted', async (testLibrary) => {
  const { library, admin } = testLibrary
  const file = { labels: [{ name: 'L' }, { name: 'M', merge_into: 'L' }], artists: [{ name: 'A', label: 'M' }] }
  await seed(library, file)
  await admin.delete('/labels/1')
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 deleted kept'])
  expect((await admin.get('/artists/1')).body.label).toBeNull()
})
