import { expect, test } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectFieldRule, rules, unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectNoContent, expectNotFound, idsOf } from './shapes.ts'

const resource = { path: '/tracks', body: { title: 'So What', file_path: 'so-what.flac' } }

test('POST of a track needs only a title and a file_path: all other fields become null or empty', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/tracks', resource.body)
  expect(status).toBe(201)
  expect(body).toEqual(shapes.track({ ...resource.body, album: null, artists: [], genres: [] }))
})

test('POST of a track stores every field, and responds with the album, artists, genres and pivots nested', async () => {
  await using library = await startTestLibrary()
  const { album, artist, genre } = await createFixtures(library.admin)
  const fields = { title: 'All Blues', file_path: '4.flac', duration_seconds: 693, album_id: album.id }
  const relations = { artist_ids: [artist.id], genre_ids: [genre.id] }
  const { status, body } = await library.admin.post('/tracks', { ...fields, ...relations })
  expect(status).toBe(201)
  const { label: _, ...plainArtist } = artist
  const { label: __, ...plainAlbum } = album
  expect(body).toEqual(
    shapes.track({
      ...fields,
      album: plainAlbum,
      artists: [{ ...plainArtist, pivot: shapes.pivot({ track_id: body.id, artist_id: artist.id }) }],
      genres: [{ ...genre, pivot: shapes.pivot({ track_id: body.id, genre_id: genre.id }) }],
    }),
  )
})

test('GET of a track nests the label of its album; the list, POST and PUT do not', async () => {
  await using library = await startTestLibrary()
  const { album, label, track, create } = await createFixtures(library.admin)
  const { label: _, ...plainAlbum } = album
  const single = await library.user.get(`/tracks/${track.id}`)
  expect([single.status, single.body]).toEqual([200, { ...track, album: { ...plainAlbum, label } }])

  const trackWithoutAlbum = await create('/tracks', resource.body)
  expect((await library.user.get(`/tracks/${trackWithoutAlbum.id}`)).body).toEqual(trackWithoutAlbum)
  const albumWithoutLabel = await create('/albums', { title: 'Bootleg' })
  const { body: moved } = await library.admin.put(`/tracks/${trackWithoutAlbum.id}`, { album_id: albumWithoutLabel.id })
  expect((await library.user.get(`/tracks/${trackWithoutAlbum.id}`)).body.album).toEqual({
    ...moved.album,
    label: null,
  })

  const list = await library.user.get('/tracks')
  expect([list.status, list.body]).toEqual([200, [track, moved]])
  expect(track.album).toEqual(plainAlbum)
})

test('PUT replaces the artists and genres of a track with exactly the sent ids', async () => {
  await using library = await startTestLibrary()
  const [a = 0, b = 0, c = 0] = await createMany(library.admin, '/artists', 3)
  const [g = 0, h = 0] = await createMany(library.admin, '/genres', 2)
  const { body: track } = await library.admin.post('/tracks', { ...resource.body, artist_ids: [a, b], genre_ids: [g] })
  const steps: [Record<string, number[]>, number[], number[]][] = [
    [{ artist_ids: [b, c] }, [b, c], [g]],
    [{ genre_ids: [g, h] }, [b, c], [g, h]],
    [{ artist_ids: [c, a, b], genre_ids: [h] }, [a, b, c], [h]],
    [{ artist_ids: [c, c, c] }, [c], [h]],
    [{}, [c], [h]],
    [{ artist_ids: [] }, [], [h]],
    [{ genre_ids: [] }, [], []],
  ]
  for (const [sent, artists, genres] of steps) {
    const { status, body } = await library.admin.put(`/tracks/${track.id}`, sent)
    expect([status, idsOf(body.artists), idsOf(body.genres)]).toEqual([200, artists, genres])
    const { body: read } = await library.user.get(`/tracks/${track.id}`)
    expect([read.artists, read.genres]).toEqual([body.artists, body.genres])
  }
})

test('PUT of a track with an id that does not exist changes nothing', async () => {
  await using library = await startTestLibrary()
  const { track, artist, genre } = await createFixtures(library.admin)
  const before = await library.admin.get(`/tracks/${track.id}`)
  const put = (body: unknown) => library.admin.put(`/tracks/${track.id}`, body)
  expectInvalid(await put({ title: 'New', artist_ids: [artist.id, 998] }), 'artist_ids')
  expectInvalid(await put({ artist_ids: [], genre_ids: [genre.id, 998] }), 'genre_ids')
  expectInvalid(
    await put({ album_id: 998, artist_ids: [998], genre_ids: [998] }),
    'album_id',
    'artist_ids',
    'genre_ids',
  )
  expect((await library.admin.get(`/tracks/${track.id}`)).text).toBe(before.text)
})

test('PUT of a track changes the sent field and no other, also file_path and album_id', async () => {
  await using library = await startTestLibrary()
  const { track, create } = await createFixtures(library.admin)
  const { label: _, ...other } = await create('/albums', { title: 'Live' })
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ title: 'So What (take 2)' }, { title: 'So What (take 2)' }],
    [{ file_path: 'b.flac' }, { file_path: 'b.flac' }],
    [{ duration_seconds: 562 }, { duration_seconds: 562 }],
    [{ duration_seconds: null }, { duration_seconds: null }],
    [{ album_id: other.id }, { album_id: other.id, album: other }],
    [{ album_id: null }, { album_id: null, album: null }],
    [{}, {}],
  ]
  let before = track
  for (const [sent, expected] of changes) {
    const { status, body } = await library.admin.put(`/tracks/${track.id}`, sent)
    expect([status, body]).toEqual([200, { ...before, ...expected, updated_at: body.updated_at }])
    expect(body.updated_at > before.updated_at).toBe(true)
    before = body
  }
})

test('GET, DELETE and the list no longer find a track that was deleted; its album, artists and genres stay', async () => {
  await using library = await startTestLibrary()
  const { track, album, artist, genre } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/tracks/${track.id}`))
  expectNotFound(await library.admin.get(`/tracks/${track.id}`), 'Track', track.id)
  expectNotFound(await library.admin.delete(`/tracks/${track.id}`), 'Track', track.id)
  expect((await library.user.get('/tracks')).body).toEqual([])
  expect((await library.user.get(`/albums/${album.id}`)).body).toEqual({ ...album, tracks: [] })
  expect((await library.user.get(`/artists/${artist.id}`)).body).toEqual({ ...artist, tracks: [] })
  expect((await library.user.get(`/genres/${genre.id}`)).body).toEqual(genre)
})

test('all requests for a track that does not exist respond 404 with the kind and the id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/tracks/${id}`), 'Track', id)
    expectNotFound(await library.admin.put(`/tracks/${id}`, resource.body), 'Track', id)
    expectNotFound(await library.admin.delete(`/tracks/${id}`), 'Track', id)
    expectNotFound(await library.user.post(`/tracks/${id}/like`), 'Track', id)
    expectNotFound(await library.user.delete(`/tracks/${id}/like`), 'Track', id)
  }
})

test('POST and PUT of a track validate each field', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, resource, 'title', rules.requiredText(255))
  await expectFieldRule(library.admin, resource, 'file_path', rules.requiredText(255))
  await expectFieldRule(library.admin, resource, 'duration_seconds', rules.duration)
  await expectFieldRule(library.admin, resource, 'album_id', rules.reference)
  await expectFieldRule(library.admin, resource, 'artist_ids', rules.references)
  await expectFieldRule(library.admin, resource, 'genre_ids', rules.references)
})

test('POST of a track responds with the errors of all invalid fields', async () => {
  await using library = await startTestLibrary()
  const invalid = { title: 1, duration_seconds: -1, album_id: 'x', artist_ids: null, genre_ids: ['a'] }
  expectInvalid(await library.admin.post('/tracks', invalid), 'file_path', ...Object.keys(invalid))
})
