import { expect, test } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectInvalid, expectNoContent, expectNotFound, idsOf } from './shapes.ts'

const plainTrack = { title: 'So What', file_path: 'so-what.flac' }

test('GET of a track nests the label of its album; the list, POST and PUT do not', async () => {
  await using library = await startTestLibrary()
  const { album, label, track, create } = await createFixtures(library.admin)
  const { label: _, ...plainAlbum } = album
  const single = await library.user.get(`/tracks/${track.id}`)
  expect([single.status, single.body]).toEqual([200, { ...track, album: { ...plainAlbum, label } }])

  const trackWithoutAlbum = await create('/tracks', plainTrack)
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
  const { body: track } = await library.admin.post('/tracks', { ...plainTrack, artist_ids: [a, b], genre_ids: [g] })
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

test('a track keeps needing a file_path, though tables without paths are read', async () => {
  await using library = await startTestLibrary()
  const { body: track } = await library.admin.post('/tracks', plainTrack)
  expectInvalid(await library.admin.post('/tracks', { title: 'So What' }), 'file_path')
  for (const file_path of [null, '', ' \n']) {
    expectInvalid(await library.admin.post('/tracks', { title: 'So What', file_path }), 'file_path')
    expectInvalid(await library.admin.put(`/tracks/${track.id}`, { file_path }), 'file_path')
  }
  // PUT keeps what it is not sent.
  expect((await library.admin.put(`/tracks/${track.id}`, { title: 'x' })).body.file_path).toBe(plainTrack.file_path)
})
