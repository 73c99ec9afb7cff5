import { type Column, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { listUsers } from '../auth/users/store.ts'
import { resources } from '../catalogue/resources.ts'
import { users } from '../database/accountSchema.ts'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/catalogueSchema.ts'
import type { TrackedTable } from '../database/changes.ts'
import type { Reader } from '../database/connection.ts'
import type { IdRange } from '../database/idRange.ts'
import { folded_letters, folded_names } from '../database/searchSchema.ts'
import {
  albumType,
  byAlbumLabel,
  byColumn,
  byRelation,
  byTrackRelation,
  type Filter,
  liked,
  typeOfAlbum,
  withIds,
} from './filters.ts'

/** A kind of records that can be searched. */
export interface Searchable {
  table: SQLiteTable & { id: Column }
  /** The `resource` of the folded names that records are sorted by. */
  name: string
  /** The `resource` of the folded names that `q` is looked for in. */
  searchedName: string
  /** Whether `track_words` has the words of these names. Other tables are short enough to read all of their names. */
  hasWords?: boolean
  /** The columns that records can be sorted by: one with names, and others. */
  sorts: Record<string, Column | 'name'>
  filters: Record<string, Filter>
  /** Reads a range of the list, with the records as a search returns them. */
  readRange(read: Reader, range: IdRange): Promise<{ id: number }[]>
}

const base = (
  table: Searchable['table'] & { created_at: Column; updated_at: Column },
  nameMember: 'name' | 'title',
) => ({
  table,
  name: getTableName(table),
  searchedName: getTableName(table),
  sorts: { id: table.id, [nameMember]: 'name' as const, created_at: table.created_at, updated_at: table.updated_at },
  filters: { ids: withIds(table) },
})

const [ofLabels, ofGenres, ofUsers] = [base(labels, 'name'), base(genres, 'name'), base(users, 'name')]
const [ofArtists, ofAlbums, ofTracks] = [base(artists, 'name'), base(albums, 'title'), base(tracks, 'title')]

/** What can be searched, by the last part of its path. */
export const searchables = {
  labels: { ...ofLabels, readRange: resources.labels.readRange },
  genres: { ...ofGenres, readRange: resources.genres.readRange },
  artists: {
    ...ofArtists,
    sorts: { ...ofArtists.sorts, release_date: artists.release_date, duration: artists.duration },
    filters: { label_id: byColumn('label_id', artists, artists.label_id), ...ofArtists.filters },
    readRange: resources.artists.readRange,
  },
  albums: {
    ...ofAlbums,
    sorts: { ...ofAlbums.sorts, release_date: albums.release_date, duration_seconds: albums.duration_seconds },
    filters: {
      label_id: byColumn('label_id', albums, albums.label_id),
      artist_id: byTrackRelation('artist_id', artist_track, artist_track.track_id, artist_track.artist_id),
      genre_id: byTrackRelation('genre_id', genre_track, genre_track.track_id, genre_track.genre_id),
      type: albumType,
      ...ofAlbums.filters,
    },
    readRange: resources.albums.readRange,
  },
  tracks: {
    ...ofTracks,
    hasWords: true,
    sorts: { ...ofTracks.sorts, duration_seconds: tracks.duration_seconds },
    filters: {
      label_id: byAlbumLabel(tracks, tracks.album_id),
      album_id: byColumn('album_id', tracks, tracks.album_id),
      artist_id: byRelation('artist_id', artist_track, artist_track.track_id, artist_track.artist_id),
      genre_id: byRelation('genre_id', genre_track, genre_track.track_id, genre_track.genre_id),
      type: typeOfAlbum(tracks, tracks.album_id),
      liked,
      ...ofTracks.filters,
    },
    readRange: resources.tracks.readRange,
  },
  users: { ...ofUsers, searchedName: 'users.name_and_email', readRange: listUsers },
} satisfies Record<string, Searchable>

export type SearchableName = keyof typeof searchables

/** No cached response depends on these tables. */
export const trackedTables: TrackedTable[] = [folded_names, folded_letters].map((table) => ({
  table: getTableName(table),
  changes: [],
}))
