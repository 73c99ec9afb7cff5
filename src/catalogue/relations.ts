import type { Static } from '@sinclair/typebox'
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/schema.ts'
import { publicColumns } from './publicColumns.ts'
import type * as records from './records.ts'

// What nests in a record, each as one more column of its select: SQLite writes it as JSON, which costs a quarter of
// selecting it apart, and a single statement always sees a single moment.

type Label = Static<typeof records.Label>
type Album = Static<typeof records.Album>
type TrackArtist = Static<typeof records.TrackArtist>
type TrackGenre = Static<typeof records.TrackGenre>

/** A JSON object of columns, under their names. */
const object = (columns: Record<string, Column | SQL>) => {
  const members = Object.entries(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql`json_object(${sql.join(members, sql`, `)})`
}

// The statement in a statement of its own keeps its columns' tables: Drizzle leaves out those that stand at the top.
const parsed = <Value>(statement: SQL) => sql`${statement}`.mapWith((json: string): Value => JSON.parse(json))

const label = (label_id: Column) =>
  sql`(select ${object(publicColumns.label)} from ${labels} where ${labels.id} = ${label_id})`

const album = (columns: Record<string, Column | SQL>) =>
  sql`(select ${object(columns)} from ${albums} where ${albums.id} = ${tracks.album_id})`

/** The label of an artist or album. */
export const labelJson = (label_id: Column) => parsed<Label>(label(label_id)) as SQL<Label | null>

/** What a track nests. */
export const trackRelations = {
  album: parsed<Album>(album(publicColumns.album)) as SQL<Album | null>,

  albumWithLabel: parsed(album({ ...publicColumns.album, label: sql`json(${label(albums.label_id)})` })) as SQL<
    (Album & { label: Label | null }) | null
  >,

  artists: parsed<TrackArtist[]>(sql`(
    select json_group_array(${object({ ...publicColumns.artist, pivot: object(getTableColumns(artist_track)) })} order by ${artists.id})
    from ${artist_track} join ${artists} on ${artists.id} = ${artist_track.artist_id}
    where ${artist_track.track_id} = ${tracks.id})`),

  genres: parsed<TrackGenre[]>(sql`(
    select json_group_array(${object({ ...publicColumns.genre, pivot: object(getTableColumns(genre_track)) })} order by ${genres.id})
    from ${genre_track} join ${genres} on ${genres.id} = ${genre_track.genre_id}
    where ${genre_track.track_id} = ${tracks.id})`),
}
