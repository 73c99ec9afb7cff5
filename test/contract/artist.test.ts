import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import * as shapes from './shapes.ts'

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
