import { expect } from 'bun:test'
import { requirePeopleChanges } from '../../../src/seeding/decide/people.ts'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import { rejection } from '../../support/database.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { openSql } from '../../support/sql.ts'
import { listOf, namesOf, nextSeed, nothing, seed } from './support.ts'

// What people have changed, renamed, merged or deleted, and what a seed would delete of it.

const artists = (entry: object) => ({ artists: [{ name: 'A', ...entry }] })

test('a value that people have changed is listed, and kept', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  const report = await seed(library, file, 'keep')
  expect(report.changed_by_people).toEqual([
    {
      section: 'artists',
      kind: 'changed',
      id: 1,
      path: 'artists/1/duration',
      name: 'A',
      values: { cover_path: 'a', duration: 2 },
      member: 'duration',
      library: 2,
      file: 1,
      is_kept: true,
      email: 'admin@example.com',
      source: 'api',
      changed_at: expect.any(String),
    },
  ])
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 2, cover_path: 'a' })
  const again = await seed(library, file)
  expect([listOf(again), again.kept_before]).toEqual([[], 1])
  expect((await admin.get('/artists/1')).body.duration).toBe(2)
})

test('a report lists at least the first 1,000 changes by people, and counts the rest', async ({
  library,
  databaseUrl,
}) => {
  const file = { labels: Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}` })) }
  await seed(library, file)
  await using sql = openSql(databaseUrl)
  await sql.query('DELETE FROM labels')
  const report = await seed(library, file, 'keep')
  expect([report.changed_by_people.length, report.more_changed_by_people]).toEqual([1_000, 1])
})

test('what another program writes is a change by people without an author', async ({ library, databaseUrl }) => {
  await seed(library, artists({ duration: 1 }))
  await using sql = openSql(databaseUrl)
  await sql.query('UPDATE artists SET duration = 2')
  const { changed_by_people } = await seed(library, artists({ duration: 1 }), 'keep')
  expect(changed_by_people).toMatchObject([{ member: 'duration', library: 2, email: null, source: null }])
})

test('a seed does not run if people have changed more than was found', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  const found = (await seed(library, { ...file }, 'keep', { dryRun: true })).changed_by_people
  await admin.put('/artists/1', { cover_path: 'b' })
  const check = requirePeopleChanges(found)
  const error = await rejection(seed(library, file, 'overwrite', { check }))
  expect(String(error)).toContain('The file conflicts with 2 changes by people.')
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 2, cover_path: 'b' })
  expect(await namesOf(admin, '/artists')).toEqual(['A'])
})

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

const both = { labels: [{ name: 'L' }, { name: 'M' }] }
const one = { labels: [{ name: 'M' }] }

test('what a seed has deleted is created again where a file has it again, and counts as no deletion by people', async ({
  library,
}) => {
  for (const [removal, options] of [
    [one, { prune: true }],
    [{ labels: [{ name: 'L', delete: true }] }, {}],
  ] as const) {
    await seed(library, both)
    await seed(library, removal, 'overwrite', options)
    const again = await seed(library, both)
    expect([listOf(again), again.sections.labels.created]).toEqual([[], 1])
  }
})

test('a merge or a deletion by a seed is no change by people of what referred to the record', async ({
  library,
  admin,
}) => {
  for (const removal of [{ merge_into: 'L' }, { delete: true }]) {
    await seed(library, { ...both, artists: [{ name: 'A', label: 'M' }] })
    await seed(library, { labels: [{ name: 'M', ...removal }] })
    expect(listOf(await seed(library, artists({ label: 'merge_into' in removal ? null : 'L' })))).toEqual([])
  }
  expect((await admin.get('/artists/1')).body.label_id).toBe(1)
})

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
