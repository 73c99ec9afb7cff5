import { expect, test } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectNoContent, instant } from './shapes.ts'

// D13 to D17 without D16, and D25: what the library does with its records.

const ids = (records: { id: number }[]) => records.map(({ id }) => id)

test('D13: lists and nested arrays are ordered by id', async () => {
  await using library = await startTestLibrary()
  const { create, album } = await createFixtures(library.admin)
  const artists = await createMany(library.admin, '/artists', 5)
  const genres = await createMany(library.admin, '/genres', 5)
  const title = ['Z', 'A', 'M', 'a', 'é']
  const tracks: number[] = []
  for (const each of title) {
    const sets = { artist_ids: artists.toReversed(), genre_ids: genres.toReversed() }
    tracks.push((await create('/tracks', { title: each, file_path: each, album_id: album.id, ...sets })).id)
  }
  // A later write to an earlier record moves nothing.
  await library.admin.put(`/tracks/${tracks[0]}`, { title: 'Zz', artist_ids: [artists[4], artists[0], artists[2]] })
  await library.admin.put(`/artists/${artists[0]}`, { name: 'Zz' })

  for (const path of ['/labels', '/genres', '/artists', '/albums', '/tracks', '/users']) {
    const { body } = await library.admin.get(path)
    expect([path, ids(body)]).toEqual([path, ids(body).toSorted((a, b) => a - b)])
  }
  const { body: first } = await library.user.get(`/tracks/${tracks[0]}`)
  expect(ids(first.artists)).toEqual([artists[0], artists[2], artists[4]] as number[])
  expect(ids(first.genres)).toEqual(genres)
  const { body: whole } = await library.user.get(`/albums/${album.id}`)
  expect(ids(whole.tracks).slice(1)).toEqual(tracks)
  expect(ids(whole.tracks[1].artists)).toEqual([artists[0], artists[2], artists[4]] as number[])
  expect(ids(whole.tracks[2].genres)).toEqual(genres)
  const { body: artist } = await library.user.get(`/artists/${artists[0]}`)
  expect(ids(artist.tracks)).toEqual(tracks)
})

test('D13: the latest like is first', async () => {
  await using library = await startTestLibrary()
  const { create } = await createFixtures(library.admin)
  const tracks: number[] = []
  for (const title of ['A', 'B', 'C']) tracks.push((await create('/tracks', { title, file_path: title })).id)
  const [a = 0, b = 0, c = 0] = tracks
  for (const id of [b, c, a]) await library.user.post(`/tracks/${id}/like`)
  expect(ids((await library.user.get('/me/likes')).body)).toEqual([a, c, b])
  // Liking again is no later like; unliking and liking is.
  await library.user.post(`/tracks/${b}/like`)
  expect(ids((await library.user.get('/me/likes')).body)).toEqual([a, c, b])
  await library.user.delete(`/tracks/${c}/like`)
  await library.user.post(`/tracks/${c}/like`)
  expect(ids((await library.user.get('/me/likes')).body)).toEqual([c, a, b])
})

test('D14: deleting a label leaves its artists and albums without one, and otherwise as they were', async () => {
  await using library = await startTestLibrary()
  const { label, artist, album, track, create } = await createFixtures(library.admin)
  const other = await create('/labels', { name: 'Verve' })
  const kept = await create('/artists', { name: 'Bill Evans', label_id: other.id })
  expectNoContent(await library.admin.delete(`/labels/${label.id}`))
  const unlabelled = { label_id: null, label: null }
  expect((await library.user.get('/artists')).body).toEqual([{ ...artist, ...unlabelled }, kept])
  expect((await library.user.get('/albums')).body).toEqual([{ ...album, ...unlabelled }])
  const { body } = await library.user.get(`/tracks/${track.id}`)
  expect(body.album).toEqual({ ...album, ...unlabelled })
})

test('D14: deleting an album leaves its tracks without one, and otherwise as they were', async () => {
  await using library = await startTestLibrary()
  const { album, label, track } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/albums/${album.id}`))
  expect((await library.user.get(`/tracks/${track.id}`)).body).toEqual({ ...track, album_id: null, album: null })
  expect((await library.user.get('/labels')).body).toEqual([label])
})

test('D14: deleting an artist or a genre only detaches it from its tracks', async () => {
  await using library = await startTestLibrary()
  const { artist, genre, label, album, track } = await createFixtures(library.admin)
  expectNoContent(await library.admin.delete(`/artists/${artist.id}`))
  expect((await library.user.get('/tracks')).body).toEqual([{ ...track, artists: [] }])
  expectNoContent(await library.admin.delete(`/genres/${genre.id}`))
  expect((await library.user.get('/tracks')).body).toEqual([{ ...track, artists: [], genres: [] }])
  expect((await library.user.get('/labels')).body).toEqual([label])
  expect((await library.user.get('/albums')).body).toEqual([album])
})

test('D14: deleting a track removes its likes and nothing of another track', async () => {
  await using library = await startTestLibrary()
  const { artist, track, create } = await createFixtures(library.admin)
  const other = await create('/tracks', { title: 'Nardis', file_path: 'n', artist_ids: [artist.id] })
  for (const { id } of [track, other]) await library.user.post(`/tracks/${id}/like`)
  expectNoContent(await library.admin.delete(`/tracks/${track.id}`))
  expect((await library.user.get('/me/likes')).body).toEqual([other])
  expect((await library.user.get('/tracks')).body).toEqual([other])
  expect(ids((await library.user.get(`/artists/${artist.id}`)).body.tracks)).toEqual([other.id])
})

test('D14: deleting a user removes their tokens and likes and nothing else', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const other = await library.createAccount('other@example.com')
  for (const each of [library.user, other]) await each.post(`/tracks/${track.id}/like`)
  expectNoContent(await library.admin.delete(`/users/${other.id}`))
  expect((await other.get('/me')).status).toBe(401)
  expect((await library.user.get('/me/likes')).body).toEqual([track])
  expect((await library.user.get('/tracks')).body).toEqual([track])
})

test('D15: a pivot keeps its timestamps while the pair stays', async () => {
  await using library = await startTestLibrary()
  const { create } = await createFixtures(library.admin)
  const [a = 0, b = 0, c = 0] = await createMany(library.admin, '/artists', 3)
  const [g = 0, h = 0] = await createMany(library.admin, '/genres', 2)
  const track = await create('/tracks', { title: 'x', file_path: 'x', artist_ids: [a, b], genre_ids: [g] })
  const put = async (body: unknown) => (await library.admin.put(`/tracks/${track.id}`, body)).body
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

test('D17: two hundred writes at once all have their own moment, in the order of their ids', async () => {
  await using library = await startTestLibrary()
  const from = Date.now()
  const posts = Array.from({ length: 200 }, (_, n) =>
    library.admin.post(n % 2 ? '/labels' : '/genres', { name: `Number ${n}` }),
  )
  const records = (await Promise.all(posts)).map(({ body }) => body)
  const moments = records.map(({ created_at }) => created_at).sort()
  expect(new Set(moments).size).toBe(200)
  for (const moment of moments) expect(moment).toMatch(instant)
  for (const path of ['/labels', '/genres']) {
    const listed = (await library.user.get(path)).body.map(({ created_at }: ClientResponse['body']) => created_at)
    expect(listed).toEqual(listed.toSorted())
  }
  // Microseconds that are only milliseconds with zeros would all end so.
  expect(moments.filter((moment) => !moment.endsWith('000Z')).length).toBeGreaterThan(100)
  expect(Date.parse(moments[0])).toBeGreaterThanOrEqual(from - 5)
  expect(Date.parse(moments[199])).toBeLessThanOrEqual(Date.now() + 5)
})

test('D17: every later write has a later moment', async () => {
  await using library = await startTestLibrary()
  const { label, track } = await createFixtures(library.admin)
  const moments: string[] = [track.updated_at]
  for (let n = 0; n < 50; n++) {
    const put = n % 2 ? library.admin.put(`/labels/${label.id}`, { name: `${n}` }) : library.admin.put(`/tracks/1`, {})
    moments.push((await put).body.updated_at)
  }
  expect(moments).toEqual([...new Set(moments)].sort())
})

test('D25: nesting is what the contract lists, and no more', async () => {
  await using library = await startTestLibrary()
  const { artist, album, track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  const own = ['created_at', 'duration_seconds', 'id', 'title', 'updated_at', 'file_path', 'album_id']
  const timestamps = ['created_at', 'updated_at']
  const members = (record: object, ...expected: string[]) => expect(Object.keys(record).sort()).toEqual(expected.sort())

  const [inArtist] = (await library.user.get(`/artists/${artist.id}`)).body.tracks
  members(inArtist, ...own, 'album', 'genres')
  const [inAlbum] = (await library.user.get(`/albums/${album.id}`)).body.tracks
  members(inAlbum, ...own, 'artists', 'genres')
  const [liked] = (await library.user.get('/me/likes')).body
  members(liked, ...own, 'album', 'artists', 'genres')

  for (const { pivot } of [...inArtist.genres, ...inAlbum.genres, ...liked.genres]) {
    members(pivot, 'track_id', 'genre_id', ...timestamps)
  }
  for (const { pivot, ...rest } of [...inAlbum.artists, ...liked.artists]) {
    members(pivot, 'track_id', 'artist_id', ...timestamps)
    members(rest, 'id', 'name', 'cover_path', 'release_date', 'label_id', 'duration', ...timestamps)
  }
  for (const nested of [inArtist.album, liked.album]) {
    const fields = ['cover_path', 'duration_seconds', 'id', 'label_id', 'release_date', 'title', 'type']
    members(nested, ...fields, ...timestamps)
  }
})
