import { type Static, Type } from '@sinclair/typebox'
import { NamedObject, Nullable, timestamps } from '../validation/schemas.ts'
import { Album } from './album.ts'
import { Artist } from './artist.ts'
import { Genre } from './genre.ts'
import { Label } from './label.ts'
import { Track } from './track.ts'

// The records that responses nest. The rule is the same for all resources (`catalogue/columns.ts` selects by it): a record of a list
// nests the records that it refers to, and those of its relations. A single record also nests what the former refer to, and the
// records that refer to it.

/** The link of a track and an artist. */
export const ArtistPivot = NamedObject('ArtistPivot', {
  track_id: Track.properties.id,
  artist_id: Artist.properties.id,
  ...timestamps,
})

/** The link of a track and a genre. */
export const GenrePivot = NamedObject('GenrePivot', {
  track_id: Track.properties.id,
  genre_id: Genre.properties.id,
  ...timestamps,
})

/** An artist nested in a track. */
export const TrackArtist = NamedObject('TrackArtist', { ...Artist.properties, pivot: ArtistPivot })

/** A genre nested in a track. */
export const TrackGenre = NamedObject('TrackGenre', { ...Genre.properties, pivot: GenrePivot })

const trackArtists = { artists: Type.Array(TrackArtist) }
const trackGenres = { genres: Type.Array(TrackGenre) }

/** An artist in a list, and in the response of a write. */
export const ListedArtist = NamedObject('ListedArtist', { ...Artist.properties, label: Nullable(Label) })
export type ListedArtist = Static<typeof ListedArtist>

/** A track nested in an artist. */
export const ArtistTrack = NamedObject('ArtistTrack', { ...Track.properties, album: Nullable(Album), ...trackGenres })

/** The response of GET /artists/:id. */
export const SingleArtist = NamedObject('SingleArtist', { ...ListedArtist.properties, tracks: Type.Array(ArtistTrack) })
export type SingleArtist = Static<typeof SingleArtist>

/** An album in a list, and in the response of a write. */
export const ListedAlbum = NamedObject('ListedAlbum', { ...Album.properties, label: Nullable(Label) })
export type ListedAlbum = Static<typeof ListedAlbum>

/** A track nested in an album. */
export const AlbumTrack = NamedObject('AlbumTrack', { ...Track.properties, ...trackArtists, ...trackGenres })

/** The response of GET /albums/:id. */
export const SingleAlbum = NamedObject('SingleAlbum', { ...ListedAlbum.properties, tracks: Type.Array(AlbumTrack) })
export type SingleAlbum = Static<typeof SingleAlbum>

/** A track in a list, and in the response of a write. */
export const ListedTrack = NamedObject('ListedTrack', {
  ...Track.properties,
  album: Nullable(Album),
  ...trackArtists,
  ...trackGenres,
})
export type ListedTrack = Static<typeof ListedTrack>

/** The response of GET /tracks/:id: its album nests a label. */
export const SingleTrack = NamedObject('SingleTrack', {
  ...Track.properties,
  album: Nullable(ListedAlbum),
  ...trackArtists,
  ...trackGenres,
})
export type SingleTrack = Static<typeof SingleTrack>
