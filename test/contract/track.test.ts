import { expect, test } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { unknownIds, expectFieldRule, rules } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectNoContent, expectInvalid, expectNotFound } from './shapes.ts'

const noun = { path: '/tracks', body: { title: 'So What', file_path: 'so-what.flac' } }

const ids = (records: { id: number }[]) => records.map(({ id }) => id)

test('a track needs a title and a file_path; the rest is null or empty', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/tracks', noun.body)
  expect(status).toBe(201)
  expect(body).toEqual(shapes.track({ ...noun.body, album: null, artists: [], genres: [] }))
})

test('a track keeps every field, and carries album, artists and genres with their pivots', async () => {
  await using library = await startTestLibrary()
  const { album, artist, genre } = await createFixtures(library.admin)
  const fields = { title: 'All Blues', file_path: '4.flac', duration_seconds: 693, album_id: album.id }
  const sets = { artist_ids: [artist.id], genre_ids: [genre.id] }
  const { status, body } = await library.admin.post('/tracks', { ...fields, ...sets })
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

test('a single track carries the label of its album; a list and a write do not', async () => {
  await using library = await startTestLibrary()
  const { album, label, track, create } = await createFixtures(library.admin)
  const { label: _, ...plainAlbum } = album
  const single = await library.user.get(`/tracks/${track.id}`)
  expect([single.status, single.body]).toEqual([200, { ...track, album: { ...plainAlbum, label } }])

  const loose = await create('/tracks', noun.body)
  expect((await library.user.get(`/tracks/${loose.id}`)).body).toEqual(loose)
  const unlabelled = await create('/albums', { title: 'Bootleg' })
  const { body: moved } = await library.admin.put(`/tracks/${loose.id}`, { album_id: unlabelled.id })
  expect((await library.user.get(`/tracks/${loose.id}`)).body.album).toEqual({ ...moved.album, label: null })

  const list = await library.user.get('/tracks')
  expect([list.status, list.body]).toEqual([200, [track, moved]])
  expect(track.album).toEqual(plainAlbum)
})

test('artist_ids and genre_ids become exactly the sets of a track', async () => {
  await using library = await startTestLibrary()
  const [a = 0, b = 0, c = 0] = await createMany(library.admin, '/artists', 3)
  const [g = 0, h = 0] = await createMany(library.admin, '/genres', 2)
  const { body: track } = await library.admin.post('/tracks', { ...noun.body, artist_ids: [a, b], genre_ids: [g] })
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
    expect([status, ids(body.artists), ids(body.genres)]).toEqual([200, artists, genres])
    const { body: read } = await library.user.get(`/tracks/${track.id}`)
    expect([read.artists, read.genres]).toEqual([body.artists, body.genres])
  }
})

test('a set with one id that does not exist changes nothing', async () => {
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

test('PUT changes one field of a track and leaves the others, file_path and album_id among them', async () => {
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

test('a deleted track is gone, and what it was tied to stays', async () => {
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

test('a track that does not exist is named with its kind and its id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/tracks/${id}`), 'Track', id)
    expectNotFound(await library.admin.put(`/tracks/${id}`, noun.body), 'Track', id)
    expectNotFound(await library.admin.delete(`/tracks/${id}`), 'Track', id)
    expectNotFound(await library.user.post(`/tracks/${id}/like`), 'Track', id)
    expectNotFound(await library.user.delete(`/tracks/${id}/like`), 'Track', id)
  }
})

test('every field of a track has its bounds', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, noun, 'title', rules.requiredText(255))
  await expectFieldRule(library.admin, noun, 'file_path', rules.requiredText(255))
  await expectFieldRule(library.admin, noun, 'duration_seconds', rules.duration)
  await expectFieldRule(library.admin, noun, 'album_id', rules.reference)
  await expectFieldRule(library.admin, noun, 'artist_ids', rules.references)
  await expectFieldRule(library.admin, noun, 'genre_ids', rules.references)
})

test('all that is wrong with a track is told at once', async () => {
  await using library = await startTestLibrary()
  const wrong = { title: 1, duration_seconds: -1, album_id: 'x', artist_ids: null, genre_ids: ['a'] }
  expectInvalid(await library.admin.post('/tracks', wrong), 'file_path', ...Object.keys(wrong))
})
