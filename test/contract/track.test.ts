import { expect, test } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { idsOf } from './shapes.ts'

const plainTrack = { title: 'So What', file_path: 'so-what.flac' }

test('GET of a track nests null as the label of an album without one', async () => {
  await using library = await startTestLibrary()
  const { create } = await createFixtures(library.admin)
  const { label: _, ...album } = await create('/albums', { title: 'Bootleg' })
  const { id } = await create('/tracks', { ...plainTrack, album_id: album.id })
  expect((await library.user.get(`/tracks/${id}`)).body.album).toEqual({ ...album, label: null })
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
