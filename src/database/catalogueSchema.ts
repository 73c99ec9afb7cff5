import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { checkDuration, checkInstants, checkLength, id, instant, key, timestamps } from './columns.ts'

// The tables of the catalogue.

export const labels = sqliteTable(
  'labels',
  { id: id(), key: key(), name: text().notNull(), ...timestamps() },
  (label) => [
    uniqueIndex('labels_key').on(label.key),
    checkLength('labels_name', label.name, 100),
    checkInstants('labels_stamps', label.created_at, label.updated_at),
  ],
)

export const genres = sqliteTable(
  'genres',
  { id: id(), key: key(), name: text().notNull(), ...timestamps() },
  (genre) => [
    uniqueIndex('genres_key').on(genre.key),
    checkLength('genres_name', genre.name, 100),
    checkInstants('genres_stamps', genre.created_at, genre.updated_at),
  ],
)

const label_id = () => integer().references(() => labels.id, { onDelete: 'set null' })

export const artists = sqliteTable(
  'artists',
  {
    id: id(),
    key: key(),
    name: text().notNull(),
    cover_path: text(),
    release_date: instant(),
    label_id: label_id(),
    duration: integer(),
    ...timestamps(),
  },
  (artist) => [
    uniqueIndex('artists_key').on(artist.key),
    index('artists_label').on(artist.label_id),
    checkLength('artists_name', artist.name, 255),
    checkLength('artists_cover_path', artist.cover_path, 255),
    checkDuration('artists_duration', artist.duration),
    checkInstants('artists_stamps', artist.release_date, artist.created_at, artist.updated_at),
  ],
)

export const albumTypes = ['album', 'single', 'ep'] as const

export const albums = sqliteTable(
  'albums',
  {
    id: id(),
    key: key(),
    title: text().notNull(),
    cover_path: text(),
    release_date: instant(),
    duration_seconds: integer(),
    type: text({ enum: albumTypes }).notNull().default('album'),
    label_id: label_id(),
    ...timestamps(),
  },
  (album) => [
    uniqueIndex('albums_key').on(album.key),
    index('albums_label').on(album.label_id),
    checkLength('albums_title', album.title, 255),
    checkLength('albums_cover_path', album.cover_path, 255),
    checkDuration('albums_duration', album.duration_seconds),
    check('albums_type', sql`${album.type} in ('album', 'single', 'ep')`),
    checkInstants('albums_stamps', album.release_date, album.created_at, album.updated_at),
  ],
)

export const tracks = sqliteTable(
  'tracks',
  {
    id: id(),
    key: key(),
    title: text().notNull(),
    file_path: text().notNull(),
    duration_seconds: integer(),
    album_id: integer().references(() => albums.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (track) => [
    uniqueIndex('tracks_key').on(track.key),
    index('tracks_album').on(track.album_id),
    // The orders of a search. Other tables are short enough to be sorted at each search.
    index('tracks_duration_seconds').on(track.duration_seconds),
    index('tracks_created_at').on(track.created_at),
    index('tracks_updated_at').on(track.updated_at),
    checkLength('tracks_title', track.title, 255),
    checkLength('tracks_file_path', track.file_path, 255),
    checkDuration('tracks_duration', track.duration_seconds),
    checkInstants('tracks_stamps', track.created_at, track.updated_at),
  ],
)

const track_id = () =>
  integer()
    .notNull()
    .references((): AnySQLiteColumn => tracks.id, { onDelete: 'cascade' })

export const artist_track = sqliteTable(
  'artist_track',
  {
    track_id: track_id(),
    artist_id: integer()
      .notNull()
      .references(() => artists.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (pair) => [
    primaryKey({ columns: [pair.track_id, pair.artist_id] }),
    // Also has the tracks, so that those of one artist can be read in their order, part by part.
    index('artist_track_artist').on(pair.artist_id, pair.track_id),
    checkInstants('artist_track_stamps', pair.created_at, pair.updated_at),
  ],
)

export const genre_track = sqliteTable(
  'genre_track',
  {
    track_id: track_id(),
    genre_id: integer()
      .notNull()
      .references(() => genres.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (pair) => [
    primaryKey({ columns: [pair.track_id, pair.genre_id] }),
    // As that of artists.
    index('genre_track_genre').on(pair.genre_id, pair.track_id),
    checkInstants('genre_track_stamps', pair.created_at, pair.updated_at),
  ],
)
