import { expect } from 'bun:test'
import { createAuditedWrite } from '../../../src/audit/auditedWrite.ts'
import { serverStart } from '../../../src/audit/entry.ts'
import { ClientDisconnected } from '../../../src/base/errors.ts'
import { findBulkChanges } from '../../../src/catalogue/bulk.ts'
import { runChanges } from '../../../src/catalogue/changes/run.ts'
import type { Reader } from '../../../src/library/connection.ts'
import { entriesOf, historyOf, runSql } from '../../support/audit.ts'
import { seedValue } from '../../support/catalogue.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures, createMany } from '../../support/createFixtures.ts'
import { rejection } from '../../support/database.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'
import { createTaskOwner } from '../../support/owner.ts'
import { type Errors, expectInvalid } from './invalid.ts'

const bulk = ({ admin }: TestLibrary, resource: string, body: unknown) =>
  sendToConsole(admin, 'POST', `/bulk/${resource}`, body)

const numbers = (count: number, after = 0) => Array.from({ length: count }, (_, n) => after + n + 1)

/** The contents of all tables that a change of the catalogue writes to. */
const readTables = ({ file }: TestLibrary) =>
  ['labels', 'artists', 'albums', 'tracks', 'artist_track', 'genre_track', 'audit'].map((table) =>
    runSql(file, `SELECT * FROM ${table}`),
  )

/** Creates the fixtures, genres 2 and 3, artist 2, albums 2, and tracks 2 and 3: track 3 has artist 2 and no genre. */
const fill = async ({ admin }: TestLibrary) => {
  const { create } = await createFixtures(admin)
  await createMany(admin, '/genres', 2)
  await create('/artists', { name: 'Bill Evans' })
  await create('/albums', { title: 'Milestones' })
  const track = { title: 'Nardis', file_path: 'n.flac', artist_ids: [1, 2], genre_ids: [1, 2] }
  await create('/tracks', track)
  await create('/tracks', { ...track, artist_ids: [2], genre_ids: [] })
}

test('relations of tracks are added, removed and replaced, and records with the values already stay as they are', async (library) => {
  const { user } = library
  await fill(library)
  const untouched = (await user.get('/tracks/2')).body
  const result = await bulk(library, 'tracks', {
    ids: [3, 1, 2, 1],
    changes: { genre_ids: { add: [2], remove: [3] }, artist_ids: { add: [1] } },
  })
  const members = { artist_ids: { from: [2], to: [1, 2] }, genre_ids: { from: [], to: [2] } }
  expect(result).toMatchObject({ status: 200, body: { digest: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  expect(result.body).toMatchObject({ changed: 2, unchanged: 1, more: 0 })
  expect(result.body.changes).toEqual([
    { id: 1, name: 'So What', members: { genre_ids: { from: [1], to: [1, 2] } } },
    { id: 3, name: 'Nardis', members },
  ])
  expect((await user.get('/tracks/2')).body).toEqual(untouched)
  const idsOf = async (id: number) => {
    const { artists, genres, album_id } = (await user.get(`/tracks/${id}`)).body
    return [artists, genres].map((list) => list.map((record: { id: number }) => record.id)).concat([album_id])
  }
  expect(await idsOf(1)).toEqual([[1], [1, 2], 1])
  expect(await idsOf(3)).toEqual([[1, 2], [2], null])
  await bulk(library, 'tracks', { ids: [1, 2, 3], changes: { album_id: 2, genre_ids: { set: [3] } } })
  for (const id of [1, 2, 3]) expect((await idsOf(id)).slice(1)).toEqual([[3], 2])
  await bulk(library, 'tracks', { ids: [1, 3], changes: { album_id: null, artist_ids: { set: [] } } })
  expect(await idsOf(1)).toEqual([[], [3], null])
})

test('albums and artists get another label, type or date', async (library) => {
  const { user } = library
  await fill(library)
  const changes = { label_id: null, type: 'ep', release_date: '1959-08-17' }
  const release_date = { from: null, to: '1959-08-17T00:00:00.000000Z' }
  const type = { from: 'album', to: 'ep' }
  expect((await bulk(library, 'albums', { ids: [1, 2], changes })).body.changes).toEqual([
    { id: 1, name: 'Kind of Blue', members: { label_id: { from: 1, to: null }, type, release_date } },
    { id: 2, name: 'Milestones', members: { type, release_date } },
  ])
  expect((await user.get('/albums/1')).body).toMatchObject({ label: null, type: 'ep', release_date: release_date.to })
  const result = await bulk(library, 'artists', { ids: [1, 2], changes: { label_id: 1 } })
  expect([result.body.changed, result.body.unchanged]).toEqual([1, 1])
  expect((await user.get('/artists/2')).body.label.name).toBe('Columbia')
})

test('a text is replaced in titles, in each of them that has it', async (library) => {
  const { admin, user } = library
  await fill(library)
  await admin.put('/tracks/3', { title: 'So $& what (remaster)' })
  const title = { replace: 'hat', with: '$&o' }
  const { body } = await bulk(library, 'tracks', { ids: [1, 2, 3], changes: { title, album_id: 2 } })
  expect([body.changed, body.changes[2].members.title.to]).toEqual([3, 'So $& w$&o (remaster)'])
  const titles = (await user.get('/tracks')).body.map((track: { title: string }) => track.title)
  expect(titles).toEqual(['So W$&o', 'Nardis', 'So $& w$&o (remaster)'])
  const found = await user.get('/../search/tracks?q=w')
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([1, 3])
  const rejected = await bulk(library, 'tracks', { ids: [1, 2], changes: { title: { replace: 'Nardis', with: ' ' } } })
  expectInvalid(rejected, { title: /title of track 2 would be empty/ })
})

test('one reference is replaced by another one, only in records that have it', async (library) => {
  const { admin, user } = library
  await fill(library)
  await admin.post('/labels', { name: 'Verve' })
  const changesOf = async (resource: string, ids: number[], changes: object) => {
    const preview = await bulk(library, resource, { ids, changes, dry_run: true })
    const { body } = await bulk(library, resource, { ids, changes, digest: preview.body.digest })
    expect(body).toEqual(preview.body)
    return [body.unchanged, ...body.changes.map(({ id, members }: { id: number; members: object }) => [id, members])]
  }
  const ids = [1, 2, 3]
  // Track 3 has no genre, and track 1 has artist 2 not.
  const relations = { artist_ids: { replace: [2], with: [1] }, genre_ids: { replace: [1], with: [3] } }
  expect(await changesOf('tracks', ids, relations)).toEqual([
    0,
    [1, { genre_ids: { from: [1], to: [3] } }],
    [2, { artist_ids: { from: [1, 2], to: [1] }, genre_ids: { from: [1, 2], to: [2, 3] } }],
    [3, { artist_ids: { from: [2], to: [1] } }],
  ])
  expect(await changesOf('tracks', ids, { genre_ids: { replace: [1, 2], with: [1] } })).toEqual([
    2,
    [2, { genre_ids: { from: [2, 3], to: [1, 3] } }],
  ])
  const label_id = { replace: 1, with: 2 }
  expect(await changesOf('albums', [1, 2], { label_id })).toEqual([1, [1, { label_id: { from: 1, to: 2 } }]])
  expect(await changesOf('artists', [1, 2], { label_id })).toEqual([1, [1, { label_id: { from: 1, to: 2 } }]])
  expect(await changesOf('tracks', ids, { album_id: { replace: 1, with: 2 } })).toHaveLength(2)
  expect((await user.get('/albums/1')).body.label.name).toBe('Verve')
})

test('a change adds one entry to the audit trail, and a part with what has changed to the history of each changed record', async (library) => {
  await fill(library)
  const bulks = await entriesOf(library, async () => {
    const changes = { album_id: 2, genre_ids: { add: [3] }, artist_ids: { set: [] } }
    await bulk(library, 'tracks', { ids: [3, 1], changes })
    await bulk(library, 'albums', { ids: [2], changes: { release_date: '1959-08-17' } })
  })
  const actor = { user_id: 1, email: 'admin@example.com', address: '127.0.0.1' }
  expect(bulks).toMatchObject([
    { ...actor, changes: null, action: 'bulk', record: 'tracks', counts: { updated: 2 }, part_of: null },
    { ...actor, changes: null, action: 'bulk', record: 'albums', counts: { updated: 1 }, part_of: null },
  ])
  const album_id = (from: number | null) => ({ album_id: { from, to: 2 } })
  for (const [record, head, changes] of [
    ['tracks/1', 0, { ...album_id(1), artist_ids: { from: [1], to: [] }, genre_ids: { from: [1], to: [1, 3] } }],
    ['tracks/3', 0, { ...album_id(null), artist_ids: { from: [2], to: [] }, genre_ids: { from: [], to: [3] } }],
    ['albums/2', 1, { release_date: { from: null, to: '1959-08-17T00:00:00.000000Z' } }],
  ] as const) {
    const part = (await historyOf(library, record)).at(-1)
    expect(part).toMatchObject({ ...actor, action: 'update', record, part_of: bulks[head]?.id })
    expect(part?.changes).toEqual(changes as never)
  }
})

test('a dry run changes nothing, and with its digest nothing is changed that it has not shown', async (library) => {
  const { admin } = library
  await fill(library)
  const request = { ids: [1, 2], changes: { album_id: 2, genre_ids: { remove: [1] } } }
  const dryRun = async () => (await bulk(library, 'tracks', { ...request, dry_run: true })).body
  const untouched = readTables(library)
  const { digest, changed } = await dryRun()
  expect([changed, readTables(library)]).toEqual([2, untouched])
  await admin.put('/tracks/2', { album_id: 1 })
  const before = readTables(library)
  for (const stale of [digest, '0'.repeat(64)])
    expect(await bulk(library, 'tracks', { ...request, digest: stale })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^The records have changed since the preview/) },
    })
  expect(readTables(library)).toEqual(before)
  // A change of another member makes no difference to what is shown.
  const fresh = await dryRun()
  await admin.put('/tracks/2', { title: 'Blue in Green' })
  expect((await bulk(library, 'tracks', { ...request, digest: fresh.digest })).status).toBe(200)
})

test('a hundred changes are listed, and the others counted', async (library) => {
  const names = numbers(103).map((n) => ({ name: `Artist ${n}` }))
  await seedValue(library.library, { labels: [{ name: 'Columbia' }], artists: names })
  const ids = numbers(103)
  const { body } = await bulk(library, 'artists', { ids, changes: { label_id: 1 } })
  expect([body.changed, body.changes.length, body.more]).toEqual([103, 100, 3])
})

const valid = { ids: [1], changes: { album_id: 2 } }

/** Changes of track 1 that are wrong in one member. */
const wrongMembers = (member: string, part: RegExp, ...values: unknown[]): [object, Errors][] =>
  values.map((value) => [{ ...valid, changes: { [member]: value } }, { [member]: part }])

const wrongBodies: [body: object, errors: Errors][] = [
  [{}, { ids: /an array of 1 to 10000 ids/, changes: 'The changes is required.' }],
  ...[[], [1, '2'], numbers(10_001)].map((ids): [object, Errors] => [{ ...valid, ids }, { ids: /1 to 10000 ids/ }]),
  [{ ...valid, ids: [1, 99, -1] }, { ids: /do not exist: 99, -1\.$/ }],
  [{ ...valid, changes: null }, { changes: /must be an object\.$/ }],
  [{ ...valid, changes: { name: 'x' } }, { changes: /at least one of title, album_id, artist_ids, genre_ids\.$/ }],
  ...wrongMembers('title', /must be an object with replace and with/, 'x', {}, { replace: 'x', with: 'y', by: 'z' }),
  ...wrongMembers('title', /title of track 1 .* 255 characters/, { replace: 'o', with: 'o'.repeat(255) }),
  ...wrongMembers('album_id', /must be an id, .* null, or an object with replace and with/, 'x', { replace: 1 }),
  ...wrongMembers('album_id', /do not exist: 9\.$/, 9, { replace: 9, with: 2 }),
  ...wrongMembers(
    'genre_ids',
    /must be an object with add and remove, with replace and with, or with set, which are arrays of ids\.$/,
    ...[null, {}, { add: [1], set: [] }, { add: ['1'] }, { replace: [1] }, { replace: [1], with: [2], add: [3] }],
  ),
  ...wrongMembers('artist_ids', /at most 10000 ids/, { add: numbers(10_001) }),
  ...wrongMembers('artist_ids', /not add and remove the same id/, { add: [1], remove: [1] }),
  [
    { ids: [1, 9], changes: { artist_ids: { add: [1, 98], remove: [97] }, genre_ids: { replace: [1], with: [99] } } },
    { ids: /: 9\.$/, artist_ids: /: 98, 97\.$/, genre_ids: /: 99\.$/ },
  ],
  [
    {
      ids: numbers(1_001),
      changes: { artist_ids: { add: numbers(100), remove: numbers(100, 100) }, genre_ids: { set: numbers(199) } },
    },
    { artist_ids: /has 200 ids for each of 1001 records\. These are 200200 links, and at most 200000 / },
  ],
  [{ ...valid, dry_run: 'true' }, { dry_run: /true or false/ }],
  [{ ...valid, digest: 5 }, { digest: /the digest of a preview/ }],
]

test('POST /bulk/tracks with a wrong body is a 400 that says what is wrong, and changes nothing', async (library) => {
  await fill(library)
  const before = readTables(library)
  for (const [body, errors] of wrongBodies) expectInvalid(await bulk(library, 'tracks', body), errors, body)
  expect(readTables(library)).toEqual(before)
})

test('the change of a client that has gone ends, and changes nothing', async (library) => {
  await fill(library)
  const before = readTables(library)
  const write = createAuditedWrite(library.library.write, serverStart)
  const context = { write, longWork: createTaskOwner('account 1', true) }
  const find = (read: Reader) => findBulkChanges(read, 'tracks', { ids: [1], change: { album_id: null } }, [])
  expect(await rejection(runChanges(library.library, context, {}, find))).toBeInstanceOf(ClientDisconnected)
  expect(readTables(library)).toEqual(before)
})
