import { expect } from 'bun:test'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { seedText } from '../../support/seedText.ts'
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

test('prune that overwrites deletes what people have added, and what they refer to, and lists both', async (testLibrary) => {
  const { library, admin } = testLibrary
  const artists = [{ name: 'A' }]
  await seed(library, { ...both, artists })
  await admin.post('/labels', { name: 'N' })
  await admin.put('/artists/1', { label_id: 1 })
  const report = await seed(library, { ...one, artists }, 'overwrite', { prune: true })
  expect([listOf(report), report.references_cleared]).toEqual([['labels/3 added', 'labels/1 referenced'], 1])
  expect(await namesOf(admin, '/labels')).toEqual(['M'])
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

test('what a seed merges and deletes is no change by people', async ({ library, admin }) => {
  const artists = ['A', 'B', 'C'].map((name, index) => ({ name, label: ['L', 'M', 'N'][index] }))
  await seed(library, { labels: [{ name: 'L' }, { name: 'M' }, { name: 'N' }], artists })
  const labels = [{ name: 'M' }, { name: 'L', merge_into: 'M' }, { name: 'N', delete: true }]
  expect(listOf(await seed(library, { labels }, 'keep'))).toEqual([])
  const after = { labels, artists: artists.map(({ name }) => ({ name, label: name === 'C' ? null : 'M' })) }
  expect(await nextSeed(library, after)).toEqual(nothing)
  await admin.put('/artists/1', { label_id: null })
  expect((await nextSeed(library, after)).list).toEqual(['artists/1 changed label'])
})

test('a label can be merged into one that people have deleted', async ({ library, admin }) => {
  await seed(library, { ...both, artists: [{ name: 'A', label: 'L' }] })
  await admin.delete('/labels/2')
  const file = { labels: [{ name: 'M' }, { name: 'L', merge_into: 'M' }], artists: [{ name: 'A', label: 'M' }] }
  // It may be a problem of the file. The database has to reject nothing.
  const error = await seed(library, file, 'keep').catch((error) => error)
  if (error instanceof Error) expect(error).toBeInstanceOf(InvalidCatalogue)
})

test('prune does not take away a record that people have given to an artist, if this is kept', async (testLibrary) => {
  const { library, admin } = testLibrary
  const file = { labels: [{ name: 'L' }], artists: [{ name: 'A', label: 'L' }] }
  await seed(library, file)
  await admin.post('/labels', { name: 'P' })
  await admin.put('/artists/1', { label_id: 2 })
  expect(listOf(await seed(library, file, 'keep', { prune: true }))).toContain('artists/1 changed label kept')
  expect((await admin.get('/artists/1')).body.label_id).toBe(2)
})

test('a record that was kept from prune is not deleted by the next prune', async ({ library, admin }) => {
  const track = { title: 't', file_path: 'p' }
  await seed(library, { genres: [{ name: 'G' }], tracks: [track, { title: 'u', file_path: 'q' }] })
  await admin.put('/tracks/1', { genre_ids: [1] })
  const file = { tracks: [{ title: 'u', file_path: 'q' }] }
  expect(listOf(await seed(library, file, 'keep', { prune: true }))).toEqual(['tracks/1 to_delete kept'])
  await seed(library, file, 'keep', { prune: true })
  expect(await namesOf(admin, '/tracks')).toEqual(['t', 'u'])
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

test('a record that stays does so when what it refers to is merged by the file', async ({ library, admin }) => {
  const artists = [{ name: 'A', label: 'L' }]
  await seed(library, { ...both, artists })
  await admin.put('/artists/1', { name: 'B' })
  expect(listOf(await seed(library, both, 'keep', { prune: true }))).toEqual(['artists/1 to_delete kept'])
  const merging = { labels: [{ name: 'M' }, { name: 'L', merge_into: 'M' }] }
  expect(listOf(await seed(library, merging, 'overwrite', { prune: true }))).toEqual([])
  expect(await nextSeed(library, merging, { prune: true })).toEqual(nothing)
  expect(await namesOf(admin, '/artists')).toEqual(['B'])
})

test('what a seed lists does not depend on what is kept', async ({ library, admin }) => {
  const labels = [{ name: 'X' }, { name: 'Y' }]
  const artists = [
    { name: 'A', label: 'X' },
    { name: 'B', label: 'Y' },
  ]
  await seed(library, { labels, artists })
  await admin.put('/artists/2', { label_id: 1 })
  const file = { labels: [labels[1]], artists: [{ name: 'A' }, artists[1]] }
  const listed = (way: 'keep' | 'overwrite') =>
    seedText(library, JSON.stringify(file), { prune: true, people: { way }, dryRun: true }).then(listOf)
  expect(await listed('overwrite')).toEqual(['artists/2 changed label', 'labels/1 referenced'])
  expect(await listed('keep')).toEqual(['artists/2 changed label kept', 'labels/1 referenced kept'])
})
