import { expect } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectNoContent, idsOf, instant } from './shapes.ts'

// D13 to D15 and D17: order, deletes, pivots and timestamps.

const test = sharedLibraryTest()

test('D13: lists and nested arrays are ordered by id', async ({ admin, user }) => {
  const { create, album } = await createFixtures(admin)
  const artists = await createMany(admin, '/artists', 5)
  const genres = await createMany(admin, '/genres', 5)
  const titles = ['Z', 'A', 'M', 'a', 'é']
  const tracks: number[] = []
  for (const title of titles) {
    const relations = { artist_ids: artists.toReversed(), genre_ids: genres.toReversed() }
    tracks.push((await create('/tracks', { title, file_path: title, album_id: album.id, ...relations })).id)
  }
  // A later write to an earlier record does not change the order.
  await admin.put(`/tracks/${tracks[0]}`, { title: 'Zz', artist_ids: [artists[4], artists[0], artists[2]] })
  await admin.put(`/artists/${artists[0]}`, { name: 'Zz' })

  for (const path of ['/labels', '/genres', '/artists', '/albums', '/tracks', '/users']) {
    const { body } = await admin.get(path)
    expect([path, idsOf(body)]).toEqual([path, idsOf(body).toSorted((a, b) => a - b)])
  }
  const { body: first } = await user.get(`/tracks/${tracks[0]}`)
  expect(idsOf(first.artists)).toEqual([artists[0], artists[2], artists[4]] as number[])
  expect(idsOf(first.genres)).toEqual(genres)
  const { body: albumWithTracks } = await user.get(`/albums/${album.id}`)
  expect(idsOf(albumWithTracks.tracks).slice(1)).toEqual(tracks)
  expect(idsOf(albumWithTracks.tracks[1].artists)).toEqual([artists[0], artists[2], artists[4]] as number[])
  expect(idsOf(albumWithTracks.tracks[2].genres)).toEqual(genres)
  const { body: artist } = await user.get(`/artists/${artists[0]}`)
  expect(idsOf(artist.tracks)).toEqual(tracks)
})

test('D13: GET /me/likes has the latest like first', async ({ admin, user }) => {
  const { create } = await createFixtures(admin)
  const tracks: number[] = []
  for (const title of ['A', 'B', 'C']) tracks.push((await create('/tracks', { title, file_path: title })).id)
  const [a = 0, b = 0, c = 0] = tracks
  for (const id of [b, c, a]) await user.post(`/tracks/${id}/like`)
  expect(idsOf((await user.get('/me/likes')).body)).toEqual([a, c, b])
  // A repeated POST does not change the time of the like. DELETE and POST do.
  await user.post(`/tracks/${b}/like`)
  expect(idsOf((await user.get('/me/likes')).body)).toEqual([a, c, b])
  await user.delete(`/tracks/${c}/like`)
  await user.post(`/tracks/${c}/like`)
  expect(idsOf((await user.get('/me/likes')).body)).toEqual([c, a, b])
})

test('D14: DELETE of a label, an album, an artist or a genre takes it from what refers to it and changes nothing else', async () => {
  await using library = await startTestLibrary()
  const { user, admin } = library
  const { label, artist, album, genre, track, create } = await createFixtures(admin)
  const other = await create('/labels', { name: 'Verve' })
  const artistOfOtherLabel = await create('/artists', { name: 'Bill Evans', label_id: other.id })
  expectNoContent(await admin.delete(`/labels/${label.id}`))
  const withoutLabel = { label_id: null, label: null }
  const [changedArtist, changedAlbum] = [
    { ...artist, ...withoutLabel },
    { ...album, ...withoutLabel },
  ]
  expect((await user.get('/artists')).body).toEqual([changedArtist, artistOfOtherLabel])
  expect((await user.get('/albums')).body).toEqual([changedAlbum])
  expect((await user.get(`/tracks/${track.id}`)).body.album).toEqual(changedAlbum)

  const nested: [path: string, left: object][] = [
    [`/albums/${album.id}`, { album_id: null, album: null }],
    [`/artists/${artist.id}`, { artists: [] }],
    [`/genres/${genre.id}`, { genres: [] }],
  ]
  const artists = track.artists.map((one: object) => ({ ...one, label_id: null }))
  let expected = { ...track, album: { ...track.album, label_id: null }, artists }
  expect((await user.get('/tracks')).body).toEqual([expected])
  const labels = (await user.get('/labels')).text
  for (const [path, left] of nested) {
    expectNoContent(await admin.delete(path))
    expected = { ...expected, ...left }
    expect((await user.get('/tracks')).body).toEqual([expected])
  }
  expect((await user.get('/labels')).text).toBe(labels)
  expect((await user.get('/artists')).body).toEqual([artistOfOtherLabel])
  expect((await user.get('/albums')).body).toEqual([])
})

test('D14: DELETE of a track removes its likes and links, none of another track, and nothing that it refers to', async () => {
  await using library = await startTestLibrary()
  const { artist, album, genre, track, create } = await createFixtures(library.admin)
  const other = await create('/tracks', { title: 'Nardis', file_path: 'n', artist_ids: [artist.id] })
  for (const { id } of [track, other]) await library.user.post(`/tracks/${id}/like`)
  expectNoContent(await library.admin.delete(`/tracks/${track.id}`))
  expect((await library.user.get('/me/likes')).body).toEqual([other])
  expect((await library.user.get('/tracks')).body).toEqual([other])
  expect(idsOf((await library.user.get(`/artists/${artist.id}`)).body.tracks)).toEqual([other.id])
  expect((await library.user.get(`/albums/${album.id}`)).body).toEqual({ ...album, tracks: [] })
  expect((await library.user.get(`/genres/${genre.id}`)).body).toEqual(genre)
})

test('D14: DELETE of a user removes their tokens and likes and nothing else', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const other = await library.createAccount('other@example.com')
  for (const caller of [library.user, other]) await caller.post(`/tracks/${track.id}/like`)
  expectNoContent(await library.admin.delete(`/users/${other.id}`))
  expect((await other.get('/me')).status).toBe(401)
  expect((await library.user.get('/me/likes')).body).toEqual([track])
  expect((await library.user.get('/tracks')).body).toEqual([track])
})

test('D15: a pivot keeps its timestamps as long as the link stays', async ({ admin }) => {
  const { create } = await createFixtures(admin)
  const [a = 0, b = 0, c = 0] = await createMany(admin, '/artists', 3)
  const [g = 0, h = 0] = await createMany(admin, '/genres', 2)
  const track = await create('/tracks', { title: 'x', file_path: 'x', artist_ids: [a, b], genre_ids: [g] })
  const put = async (body: unknown) => (await admin.put(`/tracks/${track.id}`, body)).body
  const pivots = ({ artists, genres }: ClientResponse['body']) => ({
    artists: artists.map(({ pivot }: ClientResponse['body']) => pivot),
    genres: genres.map(({ pivot }: ClientResponse['body']) => pivot),
  })
  const first = pivots(track)
  expect(pivots(await put({ artist_ids: [b, a], genre_ids: [g] }))).toEqual(first)
  expect(pivots(await put({ title: 'y' }))).toEqual(first)

  const second = pivots(await put({ artist_ids: [b, c], genre_ids: [h, g] }))
  expect(second.artists[0]).toEqual(first.artists[1])
  expect(second.genres[0]).toEqual(first.genres[0])
  expect(second.artists[1].created_at > first.artists[1].created_at).toBe(true)

  await put({ artist_ids: [c] })
  const third = pivots(await put({ artist_ids: [b, c] }))
  expect(third.artists[1]).toEqual(second.artists[1])
  expect(third.artists[0].created_at > second.artists[0].created_at).toBe(true)
})

test('D17: concurrent writes have different ids and timestamps, in one order', async ({ admin }) => {
  const count = amount(30, 200)
  const posts = Array.from({ length: count }, (_, n) => admin.post('/labels', { name: `Number ${n}` }))
  const records = (await Promise.all(posts)).map(({ body }) => body)
  for (const [n, { name }] of records.entries()) expect(name).toBe(`Number ${n}`)
  const timestamps = records.toSorted((a, b) => a.id - b.id).map(({ created_at }) => created_at)
  expect(timestamps).toEqual([...new Set(timestamps)].sort())
  for (const timestamp of timestamps) expect(timestamp).toMatch(instant)
  // Timestamps with a resolution of milliseconds would all end in 000Z.
  expect(timestamps.filter((timestamp) => !timestamp.endsWith('000Z')).length).toBeGreaterThan(count / 2)
})
