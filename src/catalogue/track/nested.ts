import type { Static } from '@sinclair/typebox'
import { type AnyColumn, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'
import { albums, artist_track, artists, genre_track, genres, likes, tracks } from '../../database/schema.ts'
import { inStretch } from '../../database/stretch.ts'
import { shown } from '../columns.ts'
import type * as records from '../records.ts'

type Album = Static<typeof records.Album>
type Track = Static<typeof records.Track>
type TrackArtist = Static<typeof records.TrackArtist>
type TrackGenre = Static<typeof records.TrackGenre>

/** Which tracks: a condition on the column that holds a track's id. It has placeholders. */
type Scope = (track_id: AnyColumn) => SQL

/** Values for a scope's placeholders. */
type Values = Record<string, number>

const id = sql.placeholder('id')

export const tracksInStretch: Scope = inStretch
export const oneTrack: Scope = (track_id) => eq(track_id, id)
export const tracksOfAlbum: Scope = (track_id) => sql`${track_id} in (select id from ${tracks} where album_id = ${id})`
export const tracksOfArtist: Scope = (track_id) =>
  sql`${track_id} in (select track_id from ${artist_track} where artist_id = ${id})`
export const tracksLikedBy: Scope = (track_id) =>
  sql`${track_id} in (select track_id from ${likes} where user_id = ${id})`

/**
 * The tracks of a scope and what nests in them, a flat select each: stitching them here costs a fraction of what nesting
 * them in SQL does. Ask for them in one snapshot, or they may not fit together.
 */
export const tracksIn = (scope: Scope) => {
  const rows = prepared((on) =>
    on.select(shown.track).from(tracks).where(scope(tracks.id)).orderBy(tracks.id).prepare(),
  )

  const theirAlbums = prepared((on) => {
    const wanted = scope(tracks.id)
    const named = on.select({ id: tracks.album_id }).from(tracks).where(wanted)
    return on.select(shown.album).from(albums).where(inArray(albums.id, named)).prepare()
  })

  const theirArtists = prepared((on) =>
    on
      .select({ record: shown.artist, pivot: artist_track })
      .from(artist_track)
      .innerJoin(artists, eq(artists.id, artist_track.artist_id))
      .where(scope(artist_track.track_id))
      .orderBy(artist_track.track_id, artist_track.artist_id)
      .prepare(),
  )

  const theirGenres = prepared((on) =>
    on
      .select({ record: shown.genre, pivot: genre_track })
      .from(genre_track)
      .innerJoin(genres, eq(genres.id, genre_track.genre_id))
      .where(scope(genre_track.track_id))
      .orderBy(genre_track.track_id, genre_track.genre_id)
      .prepare(),
  )

  return {
    tracks: async (read: Reader, values: Values): Promise<Track[]> => rows(read).all(values),

    albums: async (read: Reader, values: Values) => {
      const found: Album[] = await theirAlbums(read).all(values)
      const byId = new Map(found.map((album) => [album.id, album]))
      return (album_id: number | null) => (album_id === null ? null : (byId.get(album_id) ?? null))
    },

    artists: async (read: Reader, values: Values) => byTrack<TrackArtist>(await theirArtists(read).all(values)),

    genres: async (read: Reader, values: Values) => byTrack<TrackGenre>(await theirGenres(read).all(values)),
  }
}

/** From a track's id to the records that are tied to it, each with its pivot. */
const byTrack = <Nested extends { pivot: { track_id: number } }>(
  pairs: { record: Omit<Nested, 'pivot'>; pivot: Nested['pivot'] }[],
) => {
  const groups = new Map<number, Nested[]>()
  for (const { record, pivot } of pairs) {
    const group = groups.get(pivot.track_id)
    const nested = { ...record, pivot } as Nested // put together again from its two halves
    if (group) group.push(nested)
    else groups.set(pivot.track_id, [nested])
  }
  return (track_id: number): Nested[] => groups.get(track_id) ?? []
}
