import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectFieldRule, rules, unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

const resource = { path: '/artists', body: { name: 'Miles Davis' } }

test('POST of an artist needs only a name: all other fields become null', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/artists', { name: 'Miles Davis' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.artist({ name: 'Miles Davis', label: null }))
})

test('POST of an artist stores every field, and responds with the label nested', async () => {
  await using library = await startTestLibrary()
  const { label } = await createFixtures(library.admin)
  const fields = { name: 'Bill Evans', cover_path: 'evans.jpg', label_id: label.id, duration: 3600 }
  const { status, body } = await library.admin.post('/artists', { ...fields, release_date: '1956-01-02' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.artist({ ...fields, release_date: '1956-01-02T00:00:00.000000Z', label }))
})

test('POST of an artist treats null like an absent field', async () => {
  await using library = await startTestLibrary()
  const nulls = { cover_path: null, release_date: null, label_id: null, duration: null }
  const { status, body } = await library.admin.post('/artists', { name: 'Miles Davis', ...nulls })
  expect([status, body]).toEqual([201, shapes.artist({ name: 'Miles Davis', label: null })])
})

test('GET /artists nests the label of each artist, and not its tracks', async () => {
  await using library = await startTestLibrary()
  const { artist, label, create } = await createFixtures(library.admin)
  const withoutLabel = await create('/artists', { name: 'Sun Ra' })
  const { status, body } = await library.user.get('/artists')
  expect(status).toBe(200)
  expect(body).toEqual([
    shapes.artist({ id: artist.id, name: 'Miles Davis', label_id: label.id, label }),
    shapes.artist({ id: withoutLabel.id, name: 'Sun Ra', label: null }),
  ])
})

test('GET of an artist nests the label and the tracks, and in each track its album and genres', async () => {
  await using library = await startTestLibrary()
  const { artist, album, genre, label, track, create } = await createFixtures(library.admin)
  const trackWithoutAlbum = await create('/tracks', {
    title: 'Nardis',
    file_path: 'nardis.flac',
    artist_ids: [artist.id],
  })
  await create('/tracks', { title: 'Not by Miles', file_path: 'other.flac', album_id: album.id, genre_ids: [genre.id] })
  const { status, body } = await library.user.get(`/artists/${artist.id}`)
  expect(status).toBe(200)
  const { label: _, ...plainAlbum } = album
  expect(body).toEqual({
    ...artist,
    label,
    tracks: [
      shapes.track({
        id: track.id,
        title: 'So What',
        album_id: album.id,
        album: plainAlbum,
        genres: [{ ...genre, pivot: shapes.pivot({ track_id: track.id, genre_id: genre.id }) }],
      }),
      shapes.track({ id: trackWithoutAlbum.id, title: 'Nardis', album: null, genres: [] }),
    ],
  })
})

test('GET of an artist without tracks has an empty array of tracks', async () => {
  await using library = await startTestLibrary()
  const { body: artist } = await library.admin.post('/artists', { name: 'Miles Davis' })
  expect((await library.user.get(`/artists/${artist.id}`)).body).toEqual({ ...artist, tracks: [] })
})

test('PUT of an artist changes the sent field and no other', async () => {
  await using library = await startTestLibrary()
  const { label, create } = await createFixtures(library.admin)
  const full = { name: 'Bill', cover_path: 'b.jpg', release_date: '1956-01-02', label_id: label.id, duration: 9 }
  let before = await create('/artists', full)
  const other = await create('/labels', { name: 'Verve' })
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ name: 'Bill Evans' }, { name: 'Bill Evans' }],
    [{ cover_path: 'e.jpg' }, { cover_path: 'e.jpg' }],
    [{ release_date: '1957-03-04' }, { release_date: '1957-03-04T00:00:00.000000Z' }],
    [{ duration: 10 }, { duration: 10 }],
    [{ label_id: other.id }, { label_id: other.id, label: other }],
    [{ cover_path: null }, { cover_path: null }],
    [{ release_date: null }, { release_date: null }],
    [{ duration: null }, { duration: null }],
    [{ label_id: null }, { label_id: null, label: null }],
    [{}, {}],
  ]
  for (const [sent, expected] of changes) {
    const { status, body } = await library.admin.put(`/artists/${before.id}`, sent)
    expect([status, body]).toEqual([200, { ...before, ...expected, updated_at: body.updated_at }])
    expect(body.updated_at > before.updated_at).toBe(true)
    before = body
  }
  expect((await library.user.get(`/artists/${before.id}`)).body).toEqual({ ...before, tracks: [] })
})

test('GET, DELETE and the list no longer find an artist that was deleted', async () => {
  await using library = await startTestLibrary()
  const { artist } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/artists/${artist.id}`))
  expectNotFound(await library.admin.get(`/artists/${artist.id}`), 'Artist', artist.id)
  expectNotFound(await library.admin.delete(`/artists/${artist.id}`), 'Artist', artist.id)
  expect((await library.admin.get('/artists')).body).toEqual([])
})

test('GET, PUT and DELETE of an artist that does not exist respond 404 with the kind and the id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/artists/${id}`), 'Artist', id)
    expectNotFound(await library.admin.put(`/artists/${id}`, resource.body), 'Artist', id)
    expectNotFound(await library.admin.delete(`/artists/${id}`), 'Artist', id)
  }
})

test('POST and PUT of an artist validate each field', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, resource, 'name', rules.requiredText(255))
  await expectFieldRule(library.admin, resource, 'cover_path', rules.nullableText(255))
  await expectFieldRule(library.admin, resource, 'release_date', rules.date)
  await expectFieldRule(library.admin, resource, 'label_id', rules.reference)
  await expectFieldRule(library.admin, resource, 'duration', rules.duration)
})

test('POST of an artist responds with the errors of all invalid fields', async () => {
  await using library = await startTestLibrary()
  const invalid = { cover_path: 1, release_date: 'soon', label_id: 'x', duration: -1 }
  expectInvalid(await library.admin.post('/artists', invalid), 'name', ...Object.keys(invalid))
})
