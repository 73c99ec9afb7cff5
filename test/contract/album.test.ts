import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import * as shapes from './shapes.ts'

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
