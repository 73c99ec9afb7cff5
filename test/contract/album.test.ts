import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectFieldRule, rules, unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

const resource = { path: '/albums', body: { title: 'Kind of Blue' } }

test('POST of an album needs only a title: the type becomes album, and all other fields null', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/albums', { title: 'Kind of Blue' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.album({ title: 'Kind of Blue', type: 'album', label: null }))
})

test('POST of an album stores every field, and responds with the label nested', async () => {
  await using library = await startTestLibrary()
  const { label } = await createFixtures(library.admin)
  const fields = { title: 'Milestones', cover_path: 'm.jpg', label_id: label.id, duration_seconds: 2860, type: 'ep' }
  const { status, body } = await library.admin.post('/albums', { ...fields, release_date: '1958-09-02' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.album({ ...fields, release_date: '1958-09-02T00:00:00.000000Z', label }))
})

test('POST of an album treats null like an absent field', async () => {
  await using library = await startTestLibrary()
  const nulls = { cover_path: null, release_date: null, label_id: null, duration_seconds: null }
  const { status, body } = await library.admin.post('/albums', { title: 'Kind of Blue', ...nulls })
  expect([status, body]).toEqual([201, shapes.album({ title: 'Kind of Blue', label: null })])
})

test('GET /albums nests the label of each album, and not its tracks', async () => {
  await using library = await startTestLibrary()
  const { album, label, create } = await createFixtures(library.admin)
  const single = await create('/albums', { title: 'Round Midnight', type: 'single' })
  const { status, body } = await library.user.get('/albums')
  expect(status).toBe(200)
  expect(body).toEqual([
    shapes.album({ id: album.id, title: 'Kind of Blue', label_id: label.id, label }),
    shapes.album({ id: single.id, title: 'Round Midnight', type: 'single', label: null }),
  ])
})

test('GET of an album nests the label and the tracks, and in each track its artists and genres', async () => {
  await using library = await startTestLibrary()
  const { artist, album, genre, label, track, create } = await createFixtures(library.admin)
  const trackWithoutRelations = await create('/tracks', {
    title: 'Blue in Green',
    file_path: '3.flac',
    album_id: album.id,
  })
  await create('/tracks', { title: 'On no album', file_path: 'x.flac', artist_ids: [artist.id] })
  const { status, body } = await library.user.get(`/albums/${album.id}`)
  expect(status).toBe(200)
  const { label: _, ...plainArtist } = artist
  expect(body).toEqual({
    ...album,
    label,
    tracks: [
      shapes.track({
        id: track.id,
        title: 'So What',
        album_id: album.id,
        artists: [{ ...plainArtist, pivot: shapes.pivot({ track_id: track.id, artist_id: artist.id }) }],
        genres: [{ ...genre, pivot: shapes.pivot({ track_id: track.id, genre_id: genre.id }) }],
      }),
      shapes.track({
        id: trackWithoutRelations.id,
        title: 'Blue in Green',
        album_id: album.id,
        artists: [],
        genres: [],
      }),
    ],
  })
})

test('GET of an album without tracks has an empty array of tracks', async () => {
  await using library = await startTestLibrary()
  const { body: album } = await library.admin.post('/albums', { title: 'Kind of Blue' })
  expect((await library.user.get(`/albums/${album.id}`)).body).toEqual({ ...album, tracks: [] })
})

test('PUT of an album changes the sent field and no other', async () => {
  await using library = await startTestLibrary()
  const { label, create } = await createFixtures(library.admin)
  const full = { title: 'Kind', cover_path: 'k.jpg', release_date: '1959-08-17', duration_seconds: 9, type: 'single' }
  let before = await create('/albums', { ...full, label_id: label.id })
  const other = await create('/labels', { name: 'Verve' })
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ title: 'Kind of Blue' }, { title: 'Kind of Blue' }],
    [{ cover_path: 'kob.jpg' }, { cover_path: 'kob.jpg' }],
    [{ release_date: '1957-03-04' }, { release_date: '1957-03-04T00:00:00.000000Z' }],
    [{ duration_seconds: 10 }, { duration_seconds: 10 }],
    [{ type: 'ep' }, { type: 'ep' }],
    [{ label_id: other.id }, { label_id: other.id, label: other }],
    [{ cover_path: null }, { cover_path: null }],
    [{ release_date: null }, { release_date: null }],
    [{ duration_seconds: null }, { duration_seconds: null }],
    [{ label_id: null }, { label_id: null, label: null }],
    [{}, {}],
  ]
  for (const [sent, expected] of changes) {
    const { status, body } = await library.admin.put(`/albums/${before.id}`, sent)
    expect([status, body]).toEqual([200, { ...before, ...expected, updated_at: body.updated_at }])
    expect(body.updated_at > before.updated_at).toBe(true)
    before = body
  }
  expect((await library.user.get(`/albums/${before.id}`)).body).toEqual({ ...before, tracks: [] })
})

test('GET, DELETE and the list no longer find an album that was deleted', async () => {
  await using library = await startTestLibrary()
  const { album } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/albums/${album.id}`))
  expectNotFound(await library.admin.get(`/albums/${album.id}`), 'Album', album.id)
  expectNotFound(await library.admin.delete(`/albums/${album.id}`), 'Album', album.id)
  expect((await library.admin.get('/albums')).body).toEqual([])
})

test('GET, PUT and DELETE of an album that does not exist respond 404 with the kind and the id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/albums/${id}`), 'Album', id)
    expectNotFound(await library.admin.put(`/albums/${id}`, resource.body), 'Album', id)
    expectNotFound(await library.admin.delete(`/albums/${id}`), 'Album', id)
  }
})

test('POST and PUT of an album validate each field', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, resource, 'title', rules.requiredText(255))
  await expectFieldRule(library.admin, resource, 'cover_path', rules.nullableText(255))
  await expectFieldRule(library.admin, resource, 'release_date', rules.date)
  await expectFieldRule(library.admin, resource, 'label_id', rules.reference)
  await expectFieldRule(library.admin, resource, 'duration_seconds', rules.duration)
})

test('the type of an album is album, single or ep, and never null', async () => {
  await using library = await startTestLibrary()
  const types = ['album', 'single', 'ep']
  await expectFieldRule(library.admin, resource, 'type', {
    accepts: types.map((type) => [type, type]),
    rejects: ['lp', 'Album', 'EP', '', null, 1, true, ['album'], {}],
  })
})

test('POST of an album responds with the errors of all invalid fields', async () => {
  await using library = await startTestLibrary()
  const invalid = { cover_path: 1, release_date: 'soon', label_id: 'x', duration_seconds: -1, type: 'lp' }
  expectInvalid(await library.admin.post('/albums', invalid), 'title', ...Object.keys(invalid))
})
