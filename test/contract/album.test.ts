import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { unknownIds, expectFieldRule, rules } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectNoContent, expectInvalid, expectNotFound } from './shapes.ts'

const noun = { path: '/albums', body: { title: 'Kind of Blue' } }

test('an album needs only a title; its type is album and everything else is null', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/albums', { title: 'Kind of Blue' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.album({ title: 'Kind of Blue', type: 'album', label: null }))
})

test('an album keeps every field, and carries its label', async () => {
  await using library = await startTestLibrary()
  const { label } = await createFixtures(library.admin)
  const fields = { title: 'Milestones', cover_path: 'm.jpg', label_id: label.id, duration_seconds: 2860, type: 'ep' }
  const { status, body } = await library.admin.post('/albums', { ...fields, release_date: '1958-09-02' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.album({ ...fields, release_date: '1958-09-02T00:00:00.000000Z', label }))
})

test('null is as good as absent when an album is made', async () => {
  await using library = await startTestLibrary()
  const nothing = { cover_path: null, release_date: null, label_id: null, duration_seconds: null }
  const { status, body } = await library.admin.post('/albums', { title: 'Kind of Blue', ...nothing })
  expect([status, body]).toEqual([201, shapes.album({ title: 'Kind of Blue', label: null })])
})

test('the list of albums has each with its label and without its tracks', async () => {
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

test('a single album has label and tracks, and each track its artists and its genres', async () => {
  await using library = await startTestLibrary()
  const { artist, album, genre, label, track, create } = await createFixtures(library.admin)
  const bare = await create('/tracks', { title: 'Blue in Green', file_path: '3.flac', album_id: album.id })
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
      shapes.track({ id: bare.id, title: 'Blue in Green', album_id: album.id, artists: [], genres: [] }),
    ],
  })
})

test('an album without tracks has an empty array of them', async () => {
  await using library = await startTestLibrary()
  const { body: album } = await library.admin.post('/albums', { title: 'Kind of Blue' })
  expect((await library.user.get(`/albums/${album.id}`)).body).toEqual({ ...album, tracks: [] })
})

test('PUT changes one field of an album and leaves the others', async () => {
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

test('a deleted album is gone', async () => {
  await using library = await startTestLibrary()
  const { album } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/albums/${album.id}`))
  expectNotFound(await library.admin.get(`/albums/${album.id}`), 'Album', album.id)
  expectNotFound(await library.admin.delete(`/albums/${album.id}`), 'Album', album.id)
  expect((await library.admin.get('/albums')).body).toEqual([])
})

test('an album that does not exist is named with its kind and its id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/albums/${id}`), 'Album', id)
    expectNotFound(await library.admin.put(`/albums/${id}`, noun.body), 'Album', id)
    expectNotFound(await library.admin.delete(`/albums/${id}`), 'Album', id)
  }
})

test('every field of an album has its bounds', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, noun, 'title', rules.requiredText(255))
  await expectFieldRule(library.admin, noun, 'cover_path', rules.nullableText(255))
  await expectFieldRule(library.admin, noun, 'release_date', rules.date)
  await expectFieldRule(library.admin, noun, 'label_id', rules.reference)
  await expectFieldRule(library.admin, noun, 'duration_seconds', rules.duration)
})

test('the type of an album is album, single or ep and never null', async () => {
  await using library = await startTestLibrary()
  const types = ['album', 'single', 'ep']
  await expectFieldRule(library.admin, noun, 'type', {
    takes: types.map((type) => [type, type]),
    refuses: ['lp', 'Album', 'EP', '', null, 1, true, ['album'], {}],
  })
})

test('all that is wrong with an album is told at once', async () => {
  await using library = await startTestLibrary()
  const wrong = { cover_path: 1, release_date: 'soon', label_id: 'x', duration_seconds: -1, type: 'lp' }
  expectInvalid(await library.admin.post('/albums', wrong), 'title', ...Object.keys(wrong))
})
