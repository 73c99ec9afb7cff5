import { expect } from 'bun:test'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { listOf, namesOf, nextSeed, nothing, seed } from './support.ts'

// Records that a seed would delete or merge, and that people have changed.

const both = { labels: [{ name: 'L' }, { name: 'M' }] }
const one = { labels: [{ name: 'M' }] }

test('prune keeps a record that people have changed', async ({ library, admin }) => {
  await seed(library, both)
  await admin.put('/labels/1', { name: 'P' })
  expect(listOf(await seed(library, one, 'keep', { prune: true }))).toEqual(['labels/1 to_delete kept'])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'M'])
  const again = await seed(library, one, 'overwrite', { prune: true })
  expect([listOf(again), again.kept_before]).toEqual([[], 1])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'M'])
  await admin.put('/labels/1', { name: 'Q' })
  expect(listOf(await seed(library, one, 'overwrite', { prune: true }))).toEqual(['labels/1 to_delete'])
  expect(await namesOf(admin, '/labels')).toEqual(['M'])
})

test('prune keeps a record that people have added, once for all', async ({ library, admin }) => {
  await seed(library, both)
  await admin.post('/labels', { name: 'N' })
  const report = await seed(library, one, 'keep', { prune: true })
  expect([listOf(report), report.without_base, report.sections.labels.deleted]).toEqual([['labels/3 added kept'], 1, 1])
  await admin.put('/labels/3', { name: 'O' })
  const again = await seed(library, one, 'overwrite', { prune: true })
  expect([listOf(again), again.without_base, again.kept_before]).toEqual([[], 0, 1])
  expect(await namesOf(admin, '/labels')).toEqual(['M', 'O'])
})

test('prune keeps what people have entered where the file says nothing, and what that refers to', async (testLibrary) => {
  const { library, admin } = testLibrary
  const tracks = [{ title: 't', file_path: 'p' }]
  await seed(library, {
    labels: [{ name: 'L' }],
    genres: [{ name: 'G' }],
    albums: [{ title: 'X', label: 'L' }],
    tracks,
  })
  await admin.put('/tracks/1', { album_id: 1, genre_ids: [1] })
  const report = await seed(library, { tracks }, 'keep', { prune: true })
  expect(listOf(report)).toEqual(['albums/1 referenced kept', 'genres/1 referenced kept'])
  expect(await namesOf(admin, '/labels')).toEqual(['L'])
  expect(await nextSeed(library, { tracks }, { prune: true })).toEqual(nothing)
  const { album_id, genre_ids } = (await admin.get('/tracks/1')).body
  expect([album_id, genre_ids ?? 1]).toEqual([1, 1])
})

test('an entry that deletes a record keeps it if people have changed it', async ({ library, admin }) => {
  await seed(library, both)
  await admin.put('/labels/1', { name: 'P' })
  const file = { labels: [{ name: 'L', delete: true }, { name: 'M' }], artists: [{ name: 'A', label: 'P' }] }
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 to_delete kept'])
  expect((await admin.get('/artists/1')).body.label_id).toBe(1)
  expect(await nextSeed(library, { labels: file.labels })).toEqual(nothing)
  await admin.put('/labels/1', { name: 'Q' })
  expect(listOf(await seed(library, { labels: file.labels }))).toEqual(['labels/1 to_delete'])
  expect(await namesOf(admin, '/labels')).toEqual(['M'])
})

test('a label can be merged into one that people have deleted', async ({ library, admin }) => {
  await seed(library, { ...both, artists: [{ name: 'A', label: 'L' }] })
  await admin.delete('/labels/2')
  const file = { labels: [{ name: 'M' }, { name: 'L', merge_into: 'M' }], artists: [{ name: 'A', label: 'M' }] }
  // It may be a problem of the file. The database has to reject nothing.
  const error = await seed(library, file, 'keep').catch((error) => error)
  if (error instanceof Error) expect(error).toBeInstanceOf(InvalidCatalogue)
})

test('likes are deleted only with tracks that the seed deletes', async ({ library, admin }) => {
  const tracks = ['p', 'q', 'r'].map((file_path) => ({ title: file_path, file_path }))
  await seed(library, { tracks })
  for (const id of [1, 2, 3]) await admin.post(`/tracks/${id}/like`)
  await admin.put('/tracks/1', { title: 'x' })
  const report = await seed(library, { tracks: [tracks[1]] }, 'keep', { prune: true })
  expect([listOf(report), report.likes_deleted]).toEqual([['tracks/1 to_delete kept'], 1])
  expect((await admin.get('/me/likes')).body).toHaveLength(2)
})
