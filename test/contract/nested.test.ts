import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import * as shapes from './shapes.ts'

/** The track of the fixtures with its genre, as an album and an artist nest it. */
const nestedTrack = (
  { album, genre, track }: Awaited<ReturnType<typeof createFixtures>>,
  related: Record<string, unknown>,
) =>
  shapes.track({
    id: track.id,
    title: 'So What',
    album_id: album.id,
    genres: [{ ...genre, pivot: shapes.pivot({ track_id: track.id, genre_id: genre.id }) }],
    ...related,
  })

test('GET of an album nests the label and the tracks, and in each track its artists and genres', async (library) => {
  const fixtures = await createFixtures(library.admin)
  const { artist, album, label, track, create } = fixtures
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
      nestedTrack(fixtures, {
        artists: [{ ...plainArtist, pivot: shapes.pivot({ track_id: track.id, artist_id: artist.id }) }],
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

test('GET of an artist nests the label and the tracks, and in each track its album and genres', async (library) => {
  const fixtures = await createFixtures(library.admin)
  const { artist, album, genre, label, create } = fixtures
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
      nestedTrack(fixtures, { album: plainAlbum }),
      shapes.track({ id: trackWithoutAlbum.id, title: 'Nardis', album: null, genres: [] }),
    ],
  })
})
