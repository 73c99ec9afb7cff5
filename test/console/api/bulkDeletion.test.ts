import { expect } from 'bun:test'
import { readTrail } from '../../support/audit.ts'
import { seedValue } from '../../support/catalogue.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { amount } from '../../support/longForm.ts'
import { readCatalogueRows, undoAsShown } from '../../support/undo.ts'
import { expectInvalid } from './invalid.ts'

const remove = (admin: Client, resource: string, body: unknown) =>
  sendToConsole(admin, 'POST', `/bulk/${resource}/delete`, body)

/** Creates the fixtures, artist 2, album 2, and tracks 2 and 3, which have all artists. Track 2 is on album 1. */
const fill = async (admin: Client) => {
  const { create } = await createFixtures(admin)
  await create('/artists', { name: 'Bill Evans', label_id: 1 })
  await create('/albums', { title: 'Milestones' })
  const track = { title: 'Nardis', file_path: 'n.flac', artist_ids: [1, 2], genre_ids: [1] }
  await create('/tracks', { ...track, album_id: 1 })
  await create('/tracks', track)
}

test('a dry run says what loses the records, each once, and deletes nothing; then all are deleted, with their entries', async ({
  admin,
  user,
}) => {
  await fill(admin)
  for (const id of [1, 2]) await user.post(`/tracks/${id}/like`)
  await admin.post('/tracks/1/like')
  const expected = [
    ['tracks', [3, 1, 2, 1], ['So What', 'Nardis', 'Nardis'], { likes: 3, artists: 2, genres: 1 }],
    ['artists', [1, 2], ['Miles Davis', 'Bill Evans'], { tracks: 3 }],
    ['albums', [2, 1], ['Kind of Blue', 'Milestones'], { tracks: 2 }],
    ['labels', [1], ['Columbia'], { artists: 2, albums: 1 }],
    ['genres', [1], ['Modal jazz'], { tracks: 3 }],
  ] as const
  for (const [resource, ids, names, affected] of expected) {
    const { status, body } = await remove(admin, resource, { ids, dry_run: true })
    expect([resource, status, body.affected]).toEqual([resource, 200, affected])
    expect(body).toMatchObject({ deleted: names.length, more: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(body.records.map(({ name }: { name: string }) => name)).toEqual([...names])
    expect((await user.get(`/${resource}`)).body).toHaveLength(names.length)
  }
  const { digest } = (await remove(admin, 'artists', { ids: [1, 2], dry_run: true })).body
  const { status, body } = await remove(admin, 'artists', { ids: [2, 1], digest })
  expect([status, body.deleted, body.affected]).toEqual([200, 2, { tracks: 3 }])
  expect((await user.get('/artists')).body).toEqual([])
  const { artists, genres } = (await user.get('/tracks/3')).body
  expect([artists.length, genres.length]).toEqual([0, 1])
})

test('a deletion of many records is one entry, and is undone as a whole', async (library) => {
  const { admin, user } = library
  await fill(admin)
  await user.post('/tracks/1/like')
  const before = await readCatalogueRows(library)
  for (const [resource, ids] of [
    ['tracks', [1, 2, 3]],
    ['artists', [1, 2]],
    ['labels', [1]],
  ] as const) {
    expect((await remove(admin, resource, { ids })).status).toBe(200)
    const [entry] = (await readTrail(library)).slice(-1)
    expect([entry?.action, entry?.record, entry?.counts]).toEqual(['bulk', resource, { deleted: ids.length }])
  }
  for (let step = 0; step < 3; step++) {
    const [entry] = (await readTrail(library)).filter(({ action }) => action === 'bulk').slice(-1 - step)
    expect((await undoAsShown(admin, entry?.id ?? 0)).status).toBe(200)
  }
  expect(await readCatalogueRows(library)).toEqual(before)
})

test('what has changed since the dry run is not deleted; a like is no such change', async ({ admin, user }) => {
  await fill(admin)
  const ids = [1, 2]
  for (const [resource, path, body] of [
    ['albums', '/albums/1', { title: 'Kind of Blue (mono)' }],
    ['albums', '/tracks/3', { album_id: 2 }],
    ['tracks', '/tracks/2', { genre_ids: [] }],
  ] as const) {
    const { digest } = (await remove(admin, resource, { ids, dry_run: true })).body
    await admin.put(path, body)
    expect((await remove(admin, resource, { ids, digest })).status).toBe(409)
    expect((await user.get(`/${resource}/1`)).status).toBe(200)
  }
  const { digest } = (await remove(admin, 'tracks', { ids, dry_run: true })).body
  await user.post('/tracks/1/like')
  expect((await remove(admin, 'tracks', { ids, digest })).status).toBe(200)
  expect((await user.get('/me/likes')).body).toEqual([])
})

test('if one record is missing, none is deleted; at most 1,000 are deleted at once', async (library) => {
  const { admin, user } = library
  const count = amount(121, 1_001)
  await seedValue(library.library, { genres: Array.from({ length: count }, (_, n) => ({ name: `Genre ${n}` })) })
  const ids = Array.from({ length: 1_001 }, (_, n) => n + 1)
  const missing = await remove(admin, 'genres', { ids: [...ids.slice(0, count).slice(0, 999), 5_000] })
  expectInvalid(missing, { ids: /do not exist: 5000\.$/ })
  for (const sent of [[], ids, ['1'], 7])
    expectInvalid(await remove(admin, 'genres', { ids: sent }), { ids: /an array of 1 to 1000 ids/ })
  expect((await user.get('/genres')).body).toHaveLength(count)
  const { status, body } = await remove(admin, 'genres', { ids: ids.slice(1, count) })
  expect([status, body.deleted, body.records.length, body.more]).toEqual([200, count - 1, 100, count - 101])
  expect((await user.get('/genres')).body).toMatchObject([{ name: 'Genre 0' }])
})
