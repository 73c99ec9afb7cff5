import type { Static } from '@sinclair/typebox'
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/catalogueSchema.ts'
import { jsonArray, jsonColumn, jsonObject, nestedJson } from '../database/engineSql.ts'
import { publicColumns } from './publicColumns.ts'
import type * as records from './records.ts'

// Nested records, as further columns of a record's select. The database builds them as JSON, which takes a quarter of the
// time of separate selects, and one statement always sees one state of the library.

type Label = Static<typeof records.Label>
type Album = Static<typeof records.Album>
type TrackArtist = Static<typeof records.TrackArtist>
type TrackGenre = Static<typeof records.TrackGenre>

const selectLabel = (label_id: Column) =>
  sql`(select ${jsonObject(publicColumns(labels))} from ${labels} where ${labels.id} = ${label_id})`

const selectAlbum = (columns: Record<string, Column | SQL>) =>
  sql`(select ${jsonObject(columns)} from ${albums} where ${albums.id} = ${tracks.album_id})`

const albumWithLabel = { ...publicColumns(albums), label: nestedJson(selectLabel(albums.label_id)) }

/** The label of an artist or album. A subselect without a row yields null. */
export const labelJson = (label_id: Column) => jsonColumn<Label | null>(selectLabel(label_id))

const trackArtist = jsonObject({ ...publicColumns(artists), pivot: jsonObject(getTableColumns(artist_track)) })
const trackGenre = jsonObject({ ...publicColumns(genres), pivot: jsonObject(getTableColumns(genre_track)) })

/** The records that a track nests. A subselect without a row yields null. */
export const trackRelations = {
  album: jsonColumn<Album | null>(selectAlbum(publicColumns(albums))),

  albumWithLabel: jsonColumn<(Album & { label: Label | null }) | null>(selectAlbum(albumWithLabel)),

  artists: jsonColumn<TrackArtist[]>(sql`(
    select ${jsonArray(trackArtist, artists.id)}
    from ${artist_track} join ${artists} on ${artists.id} = ${artist_track.artist_id}
    where ${artist_track.track_id} = ${tracks.id})`),

  genres: jsonColumn<TrackGenre[]>(sql`(
    select ${jsonArray(trackGenre, genres.id)}
    from ${genre_track} join ${genres} on ${genres.id} = ${genre_track.genre_id}
    where ${genre_track.track_id} = ${tracks.id})`),
}
