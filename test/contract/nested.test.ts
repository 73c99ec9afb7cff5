import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import * as shapes from './shapes.ts'

test('GET of an album nests the label and the tracks, and in each track its artists and genres', async (library) => {
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

test('GET of an artist nests the label and the tracks, and in each track its album and genres', async (library) => {
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
