import { expect } from 'bun:test'
import { createTokenRules } from '../../../src/accounts/tokenLife.ts'
import { auditAs } from '../../../src/audit/auditedWrite.ts'
import { defaultLimits } from '../../../src/base/limits.ts'
import { applyChanges } from '../../../src/catalogue/changes/apply.ts'
import { createChangeSet } from '../../../src/catalogue/changes/changeSet.ts'
import type { RecordWrite } from '../../../src/catalogue/changes/recordWrite.ts'
import { cleanUp } from '../../../src/cleanup/deleteEnded.ts'
import { findEffects } from '../../../src/history/undo/effects.ts'
import { findUndo } from '../../../src/history/undo/findUndo.ts'
import { now } from '../../../src/library/clock.ts'
import { historyOf } from '../../support/audit.ts'
import { seedValue } from '../../support/catalogue.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'
import { amount } from '../../support/longForm.ts'
import { openSql } from '../../support/sql.ts'
import { measureTurns } from '../../support/turns.ts'
import { newestEntry, readCatalogueRows, undo, undoAsShown } from '../../support/undo.ts'

/** Makes a change, and returns its entry. */
const entryOf = async (library: TestLibrary, change: () => Promise<{ status: number }>) => {
  expect((await change()).status).toBeLessThan(300)
  return newestEntry(library)
}

test('a deleted record comes back with its id, key, links and likes, and what referred to it refers to it again', async (library) => {
  const { admin, user } = library
  await createFixtures(admin)
  await user.post('/tracks/1/like')
  {
    await using sql = openSql(library.databaseUrl)
    await sql.query("UPDATE tracks SET key = 'so-what' WHERE id = 1")
  }
  const before = await readCatalogueRows(library)
  const entries: number[] = []
  for (const path of ['/albums/1', '/labels/1', '/artists/1', '/genres/1', '/tracks/1'])
    entries.push(await entryOf(library, () => admin.delete(path)))
  for (const id of entries.toReversed()) expect((await undo(admin, id)).status).toBe(200)
  expect(await readCatalogueRows(library)).toEqual(before)
  expect((await user.get('/me/likes')).body).toMatchObject([{ id: 1, title: 'So What' }])
  // The responses of the cache.
  expect((await admin.get('/albums/1')).body.tracks).toMatchObject([{ id: 1 }])
  expect((await admin.get('/tracks')).body).toMatchObject([{ id: 1, album: { id: 1 }, artists: [{ id: 1 }] }])
  const history = await historyOf(library, 'tracks/1')
  expect(history.map(({ action, part_of }) => [action, part_of !== null]).slice(-2)).toEqual([
    ['update', true],
    ['update', true],
  ])
  expect(history.at(-1)?.changes).toEqual({ album_id: { from: null, to: 1 } })
})

test('nothing is undone that has changed since: the 409 says what, who and when', async (library) => {
  const { admin } = library
  const { create } = await createFixtures(admin)
  const other = await library.createAccount('other@example.com', 'admin')
  const created = await entryOf(library, () => admin.post('/albums', { title: 'Milestones' }))
  const renamed = await entryOf(library, () => admin.put('/albums/2', { title: 'Miles', type: 'ep' }))
  const later = await entryOf(library, () => other.put('/albums/2', { title: 'Milestones (mono)' }))
  const conflict = { record: 'albums/2', members: ['title'], entry: later, email: 'other@example.com' }
  const expected = { status: 409, body: { conflicts: [conflict] } }
  const result = await undo(admin, renamed)
  expect(result).toMatchObject(expected)
  expect(result.body.message).toBe(
    `Entry ${renamed} can't be undone. albums/2 was changed since by other@example.com at ${result.body.conflicts[0].created_at} (entry ${later}): title.`,
  )
  // A preview shows it, and is no error.
  expect(await undo(admin, renamed, { dry_run: true })).toMatchObject({ status: 200, body: { conflicts: [conflict] } })
  await undo(admin, later)
  await undo(admin, renamed)
  // A new record to which another one refers.
  await create('/tracks', { title: 'Sid', file_path: 's.flac', album_id: 2 })
  expect((await undo(admin, created)).body.message).toContain('tracks/2 refers to it in album_id')
  // A reference to what is gone.
  const deletion = await entryOf(library, () => admin.delete('/tracks/2'))
  await entryOf(library, () => other.delete('/albums/2'))
  expect((await undo(admin, deletion)).body.message).toContain(
    'would refer to albums/2 in album_id, which was deleted by other@',
  )
  expect((await undo(admin, created)).body.message).toContain('albums/2 was deleted by other@example.com')
  // What is there again.
  await admin.delete('/tracks/1')
  const again = await newestEntry(library)
  expect((await undo(admin, again)).status).toBe(200)
  expect((await undo(admin, again)).body.message).toContain('tracks/1 is there again, created by admin@example.com')
  // A key that another record has got.
  await using sql = openSql(library.databaseUrl)
  await sql.query("UPDATE labels SET key = 'columbia' WHERE id = 1")
  const label = await entryOf(library, () => admin.delete('/labels/1'))
  await create('/labels', { name: 'Columbia' })
  await sql.query("UPDATE labels SET key = 'columbia' WHERE id = 2")
  expect((await undo(admin, label)).body.message).toContain('labels/1 would get its key back, which labels/2 has now')
})

test('a bulk change is undone as its preview shows', async (library) => {
  const { admin } = library
  const { create } = await createFixtures(admin)
  await create('/tracks', { title: 'Nardis', file_path: 'n.flac' })
  await create('/artists', { name: 'Bill Evans' })
  const before = await readCatalogueRows(library)
  const changes = { album_id: null, artist_ids: { set: [2] } }
  const bulk = await entryOf(library, () => sendToConsole(admin, 'POST', '/bulk/tracks', { ids: [1, 2], changes }))
  expect(await undo(admin, bulk)).toMatchObject({ status: 400, body: { errors: { digest: expect.anything() } } })
  const preview = (await undo(admin, bulk, { dry_run: true })).body
  expect(preview).toMatchObject({
    id: bulk,
    counts: { created: 0, updated: 2, deleted: 0 },
    changes: [
      { record: 'tracks/1', name: 'So What', action: 'update', members: { album_id: { from: null, to: 1 } } },
      { record: 'tracks/2', name: 'Nardis', action: 'update', members: { artist_ids: { from: [2], to: [] } } },
    ],
  })
  expect(await undo(admin, bulk, { digest: '0'.repeat(64) })).toMatchObject({ status: 409 })
  expect((await undo(admin, bulk, { digest: preview.digest })).status).toBe(200)
  expect(await readCatalogueRows(library)).toEqual(before)
})

test('a seed that created records is undone with what refers to them, and not once they have changed', async (library) => {
  const { admin, user } = library
  const album = { title: 'Kind of Blue', label: 'Columbia' }
  await seedValue(library.library, { labels: [{ key: 'a', name: 'Columbia' }], albums: [album] })
  const before = await readCatalogueRows(library)
  await seedValue(library.library, {
    labels: [{ key: 'b', name: 'Columbia', formerly: { key: 'a' } }, { name: 'Impulse!' }],
    albums: [
      { ...album, label: 'Impulse!', formerly: { label: 'Columbia' } },
      { title: 'Ballads', label: 'Impulse!' },
    ],
    tracks: [{ title: 'Say It', file_path: '1.flac', album: 'Ballads' }],
  })
  const seed = await newestEntry(library)
  await user.post('/tracks/1/like')
  expect((await undo(admin, seed, { dry_run: true })).body).toMatchObject({
    counts: { created: 0, updated: 2, deleted: 3, likes_restored: 0, likes_deleted: 1 },
    conflicts: [],
  })
  const renamed = await entryOf(library, () => admin.put('/albums/2', { title: 'Crescent' }))
  expect((await undo(admin, seed, { dry_run: true })).body.conflicts).toMatchObject([
    { record: 'albums/2', members: ['title'], entry: renamed },
    { record: 'labels/2', members: ['label_id'], entry: null },
  ])
  await undo(admin, renamed)
  expect((await undoAsShown(admin, seed)).status).toBe(200)
  expect(await readCatalogueRows(library)).toEqual(before)
})

const seedLabels = async ({ library }: TestLibrary, name: string, count: number) => {
  const labels = Array.from({ length: count }, (_, n) => ({ key: `k${n}`, name: `${name} ${n}` }))
  await seedValue(library, { labels })
}

test('of many conflicts, 100 are listed and at most 1,000 are counted, and no records are read after these; without them, all is undone', async (library) => {
  const { admin } = library
  const count = amount(1_600, 30_000)
  await seedLabels(library, 'former', count)
  const id = await newestEntry(library)
  const former = await readCatalogueRows(library)
  const seeds: number[] = []
  for (const [changed, hasUncounted, end] of [
    [1_000, false, '997 more records have changed.'],
    [count, true, 'More than 1000 records have changed.'],
  ] as const) {
    await seedLabels(library, 'later', changed)
    seeds.push(await newestEntry(library))
    const before = await readCatalogueRows(library)
    const { body } = await undo(admin, id, { dry_run: true })
    expect(body.conflicts).toHaveLength(100)
    expect(body).toMatchObject({ more_conflicts: 900, has_uncounted_conflicts: hasUncounted })
    const rejected = await undo(admin, id, { digest: body.digest })
    expect(rejected).toMatchObject({ status: 409, body: { conflicts: body.conflicts } })
    expect(rejected.body.message).toEndWith(`${body.conflicts[2].message} ${end}`)
    expect(await readCatalogueRows(library)).toEqual(before)
  }
  let read = 0
  const { conflicts } = await library.library.snapshot(async (reader) => {
    const effects = await findEffects(reader, id)
    const countReads: typeof effects.read = (name, ids) => {
      read += ids.length
      return effects.read(name, ids)
    }
    return findUndo(reader, id, { ...effects, read: countReads })
  })
  expect([conflicts.length, read]).toEqual([1_500, 1_500])
  // They have changed more records than one statement reads.
  for (const [seed, updated] of [
    [seeds[1], count - 1_000],
    [seeds[0], 1_000],
  ] as const)
    expect(await undoAsShown(admin, seed ?? 0)).toMatchObject({ status: 200, body: { counts: { updated } } })
  expect(await readCatalogueRows(library)).toEqual(former)
})

test('a like that a merge of tracks has moved is moved again by each undo and redo', async (library) => {
  const { admin, user } = library
  const tracks = ['a', 'b'].map((title) => ({ title, file_path: title }))
  await seedValue(library.library, { tracks })
  await user.post('/tracks/1/like')
  const before = await readCatalogueRows(library)
  await seedValue(library.library, { tracks: [{ file_path: 'a', merge_into: 'b' }] })
  const merged = await readCatalogueRows(library)
  for (const expected of [before, merged, before]) {
    expect((await undoAsShown(admin, await newestEntry(library))).status).toBe(200)
    expect(await readCatalogueRows(library)).toEqual(expected)
  }
})

test('keys that pass from one record to another are written in any order, undone and redone', async (library) => {
  const { admin } = library
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, key: name }))
  await seedValue(library.library, { labels: [a, b, c] })
  const before = await readCatalogueRows(library)
  const set = createChangeSet()
  const passKey = (id: number, from: string | null, to: string | null) => ({ id, changes: { key: { from, to } } })
  const toWrite = (action: RecordWrite['action'], name: string, write: Pick<RecordWrite, 'id' | 'changes'>) =>
    ({ resource: 'labels', name, action, ...write }) as const
  await set.add([
    toWrite('update', 'a', passKey(1, 'a', 'b')),
    toWrite('update', 'b', passKey(2, 'b', 'a')),
    toWrite('delete', 'c', passKey(3, 'c', null)),
    toWrite('create', 'd', { id: -1, changes: { name: { from: null, to: 'd' }, ...passKey(-1, null, 'c').changes } }),
  ])
  const entry = { action: 'bulk', record: 'labels' } as const
  const changes = set.finish()
  await library.library.write((tx) => applyChanges(auditAs(tx, { source: 'cli' }), { changes, entry }))
  const after = await readCatalogueRows(library)
  expect(after.labels?.map((row) => JSON.parse(String(row))).map(({ name, key }) => [name, key])).toEqual([
    ['a', 'b'],
    ['b', 'a'],
    ['d', 'c'],
  ])
  for (const expected of [before, after, before]) {
    expect((await undoAsShown(admin, await newestEntry(library))).status).toBe(200)
    expect(await readCatalogueRows(library)).toEqual(expected)
  }
})

test('likes come back only to accounts that are there', async (library) => {
  const { admin, user } = library
  await createFixtures(admin)
  const gone = await library.createAccount('gone@example.com')
  for (const account of [user, gone]) await account.post('/tracks/1/like')
  const deletion = await entryOf(library, () => admin.delete('/tracks/1'))
  await admin.delete(`/users/${gone.id}`)
  const result = await undo(admin, deletion)
  expect(result.body.counts).toMatchObject({ created: 1, likes_restored: 1, likes_lost: 1 })
  expect((await user.get('/me/likes')).body).toHaveLength(1)
})

test('an entry that has expired is a 410, one of an account a 409, and one that was never there a 404', async (library) => {
  const { admin, anonymous } = library
  await createFixtures(admin)
  const account = { name: 'Eve', email: 'eve@example.com', password: 'a long secret' }
  await anonymous.post('/register', { ...account, password_confirmation: account.password })
  expect(await undo(admin, await newestEntry(library))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('not changes of accounts, roles, tokens and invitations') },
  })
  const update = await entryOf(library, () => admin.put('/labels/1', { name: 'Verve' }))
  const deletion = await entryOf(library, () => admin.delete('/albums/1'))
  expect(await undo(admin, deletion + 1)).toMatchObject({ status: 409 }) // a part of it
  expect(await undo(admin, deletion + 99)).toMatchObject({
    status: 404,
    body: { message: `Entry ${deletion + 99} was not found.` },
  })
  await using sql = openSql(library.databaseUrl)
  await sql.query("UPDATE audit SET created_at = '2020-01-01T00:00:00.000000Z' WHERE id <= ?", deletion)
  for (const id of [update, deletion]) {
    const { status, body } = await undo(admin, id)
    expect([status, body.message]).toEqual([410, expect.stringContaining('It is too old. The setting undo-keep says')])
  }
  const listed = (await sendToConsole(admin, 'GET', '/audit?limit=3')).body
  expect(listed.map((entry: { not_undoable: string }) => entry.not_undoable)).toContainEqual(
    expect.stringContaining('too old'),
  )
  const clean = () =>
    cleanUp(library.library, now(), {
      ...defaultLimits,
      tokenRules: createTokenRules(),
      auditKeepMs: 1e13,
      auditMaxBytes: 1e9,
    })
  const kept = async () => (await sql.query('SELECT id FROM audit WHERE restore IS NOT NULL')).length
  expect(await kept()).toBe(1)
  await clean()
  expect(await kept()).toBe(0)
  await sql.query("UPDATE audit SET created_at = '2999-01-01T00:00:00.000000Z'")
  expect(await undo(admin, deletion)).toMatchObject({
    status: 410,
    body: { message: expect.stringContaining('is missing') },
  })
  await sql.query('DELETE FROM audit WHERE id <= ?', update)
  expect(await undo(admin, update)).toMatchObject({ status: 410 })
})

test('a request that is wrong undoes nothing', async (library) => {
  const { admin } = library
  await createFixtures(admin)
  const deletion = await entryOf(library, () => admin.delete('/tracks/1'))
  const before = await readCatalogueRows(library)
  for (const id of ['0', '-1', 'x', '9007199254740993', '%00'])
    expect((await sendToConsole(admin, 'POST', `/audit/${id}/revert`)).status).toBe(404)
  for (const request of [{ digest: 5 }, { dry_run: 'yes' }, []])
    expect((await undo(admin, deletion, request)).status).toBe(400)
  expect(await readCatalogueRows(library)).toEqual(before)
  expect((await undoAsShown(admin, deletion)).status).toBe(200)
})

test('undoing a change of many links leaves turns of the event loop to others', async (library) => {
  const { admin, databaseUrl } = library
  const count = amount(1_000, 10_000)
  const idsFrom = (first: number) => Array.from({ length: count }, (_, n) => first + n)
  {
    await using sql = openSql(databaseUrl)
    await sql.query(
      `INSERT INTO artists (name, created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${2 * count})
        SELECT 'x', '2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z' FROM numbers`,
    )
  }
  await admin.post('/tracks', { title: 'So What', file_path: '1.flac', artist_ids: idsFrom(1) })
  const id = await entryOf(library, () => admin.put('/tracks/1', { artist_ids: idsFrom(count + 1) }))
  const turns = measureTurns()
  expect((await undoAsShown(admin, id)).status).toBe(200)
  const { all, longest } = turns.end()
  expect(longest).toBeLessThan(all / 2)
  expect((await admin.get('/tracks/1')).body.artists).toHaveLength(count)
})
