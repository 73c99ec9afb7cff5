import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../library/catalogueSchema.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds, jsonArray, jsonColumn, jsonObject } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import type { NamedRecord } from '../validation/schemas.ts'

// Numbers about records that a list of them shows, for a page of records at a time.

type Summarized = SQLiteTable & { id: Column }

const isGiven = ({ id }: Summarized) => isAmongIds(id, 'ids')

/** Counts rows that refer to the record of the outer select. Nested, so that Drizzle leaves table names before columns. */
const countOf = (column: Column, record: Summarized): SQL<number> => {
  const rows = sql`(select count(*) from ${column.table} where ${column} = ${record.id})`
  return sql`${rows}`
}

const tracksOfLabel = sql`(select count(*) from ${albums} join ${tracks} on ${tracks.album_id} = ${albums.id}
  where ${albums.label_id} = ${labels.id})`

const selectLabels = prepared((on) =>
  on
    .select({
      id: labels.id,
      artists: countOf(artists.label_id, labels),
      albums: countOf(albums.label_id, labels),
      tracks: sql<number>`${tracksOfLabel}`,
    })
    .from(labels)
    .where(isGiven(labels))
    .prepare(),
)

/** Counts the artists and albums of labels, and the tracks of these albums. */
export const summarizeLabels = async (read: Reader, ids: readonly number[]) =>
  selectLabels(read).all({ ids: JSON.stringify(ids) })

const selectGenres = prepared((on) =>
  on
    .select({ id: genres.id, tracks: countOf(genre_track.genre_id, genres) })
    .from(genres)
    .where(isGiven(genres))
    .prepare(),
)

/** Counts the tracks of genres, and not their albums: with 100,000 tracks and 50 genres, that takes 200 ms. */
export const summarizeGenres = async (read: Reader, ids: readonly number[]) =>
  selectGenres(read).all({ ids: JSON.stringify(ids) })

const albumsOfArtist = sql`(select count(distinct ${tracks.album_id})
  from ${artist_track} join ${tracks} on ${tracks.id} = ${artist_track.track_id}
  where ${artist_track.artist_id} = ${artists.id})`

const selectArtists = prepared((on) =>
  on
    .select({
      id: artists.id,
      tracks: countOf(artist_track.artist_id, artists),
      albums: sql<number>`${albumsOfArtist}`,
      cover_path: artists.cover_path,
    })
    .from(artists)
    .where(isGiven(artists))
    .prepare(),
)

/** Counts the tracks of artists, and the albums with at least one of these. */
export const summarizeArtists = async (read: Reader, ids: readonly number[]) =>
  selectArtists(read).all({ ids: JSON.stringify(ids) })

// A sum of integers is no integer to PostgreSQL.
const durationOfAlbum = sql`(select cast(sum(${tracks.duration_seconds}) as bigint) from ${tracks} where ${tracks.album_id} = ${albums.id})`

const artistsOfAlbum = sql`${tracks} join ${artist_track} on ${artist_track.track_id} = ${tracks.id}
  where ${tracks.album_id} = ${albums.id}`

/** The artists of an album that a list has room for. */
const maxArtists = 3

const albumArtist = jsonObject({ id: artists.id, name: artists.name, tracks: sql`main.tracks` })

const mainArtists = sql`(select ${jsonArray(albumArtist, sql`main.tracks desc, main.artist_id`)}
  from (select ${artist_track.artist_id} as artist_id, count(*) as tracks from ${artistsOfAlbum}
    group by ${artist_track.artist_id} order by tracks desc, artist_id limit ${sql.raw(String(maxArtists))}) as main
  join ${artists} on ${artists.id} = main.artist_id)`

const artistCount = sql`(select count(distinct ${artist_track.artist_id}) from ${artistsOfAlbum})`

const selectAlbums = prepared((on) =>
  on
    .select({
      id: albums.id,
      tracks: countOf(tracks.album_id, albums),
      duration_seconds: sql<number | null>`${durationOfAlbum}`,
      artists: jsonColumn<(NamedRecord & { tracks: number })[]>(mainArtists),
      artist_count: sql<number>`${artistCount}`,
      cover_path: albums.cover_path,
    })
    .from(albums)
    .where(isGiven(albums))
    .prepare(),
)

/** Counts the tracks and artists of albums, adds the lengths of the tracks up, and names the artists with most tracks. */
export const summarizeAlbums = async (read: Reader, ids: readonly number[]) =>
  selectAlbums(read).all({ ids: JSON.stringify(ids) })
