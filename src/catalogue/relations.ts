import type { Static } from '@sinclair/typebox'
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/catalogueSchema.ts'
import { publicColumns } from './publicColumns.ts'
import type * as records from './records.ts'

// Nested records, as further columns of a record's select. SQLite builds them as JSON, which takes a quarter of the
// time of separate selects, and one statement always sees one state of the library.

type Label = Static<typeof records.Label>
type Album = Static<typeof records.Album>
type TrackArtist = Static<typeof records.TrackArtist>
type TrackGenre = Static<typeof records.TrackGenre>

/** An SQL expression for a JSON object with the columns as members. */
const jsonObject = (columns: Record<string, Column | SQL>) => {
  const members = Object.entries(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql`json_object(${sql.join(members, sql`, `)})`
}

// Drizzle removes table names from the columns of a top-level SQL expression, but not from those of a nested one.
const parseJson = <Value>(expression: SQL) => sql`${expression}`.mapWith((json: string): Value => JSON.parse(json))

const selectLabel = (label_id: Column) =>
  sql`(select ${jsonObject(publicColumns(labels))} from ${labels} where ${labels.id} = ${label_id})`

const selectAlbum = (columns: Record<string, Column | SQL>) =>
  sql`(select ${jsonObject(columns)} from ${albums} where ${albums.id} = ${tracks.album_id})`

const albumWithLabel = { ...publicColumns(albums), label: sql`json(${selectLabel(albums.label_id)})` }

/** The label of an artist or album. A subselect without a row yields null. */
export const labelJson = (label_id: Column) => parseJson<Label>(selectLabel(label_id)) as SQL<Label | null>

/** The records that a track nests. A subselect without a row yields null. */
export const trackRelations = {
  album: parseJson<Album>(selectAlbum(publicColumns(albums))) as SQL<Album | null>,

  albumWithLabel: parseJson(selectAlbum(albumWithLabel)) as SQL<(Album & { label: Label | null }) | null>,

  artists: parseJson<TrackArtist[]>(sql`(
    select json_group_array(${jsonObject({ ...publicColumns(artists), pivot: jsonObject(getTableColumns(artist_track)) })} order by ${artists.id})
    from ${artist_track} join ${artists} on ${artists.id} = ${artist_track.artist_id}
    where ${artist_track.track_id} = ${tracks.id})`),

  genres: parseJson<TrackGenre[]>(sql`(
    select json_group_array(${jsonObject({ ...publicColumns(genres), pivot: jsonObject(getTableColumns(genre_track)) })} order by ${genres.id})
    from ${genre_track} join ${genres} on ${genres.id} = ${genre_track.genre_id}
    where ${genre_track.track_id} = ${tracks.id})`),
}
