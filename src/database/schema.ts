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
import { checkDuration, checkInstants, checkLength, id, instant, isSha256, key, timestamps } from './columns.ts'

// The tables that refer to each other. Others are in auditSchema.ts and searchSchema.ts. A column has the same name as the property of its record in
// TypeScript and the member of its record in JSON.

export const roles = sqliteTable('roles', { id: id(), name: text().notNull(), ...timestamps() }, (role) => [
  uniqueIndex('roles_name').on(role.name),
  checkInstants('roles_stamps', role.created_at, role.updated_at),
])

export const users = sqliteTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    password: text().notNull(),
    role_id: integer()
      .notNull()
      .references(() => roles.id),
    // Whether the account can't change itself. No response of the API contains it.
    locked: integer({ mode: 'boolean' }).notNull().default(false),
    ...timestamps(),
  },
  (user) => [
    // Addresses keep their case, and are unique regardless of case.
    uniqueIndex('users_email').on(sql`lower(${user.email})`),
    index('users_role').on(user.role_id),
    checkLength('users_name', user.name, 255),
    checkLength('users_email_length', user.email, 255),
    checkInstants('users_stamps', user.created_at, user.updated_at),
  ],
)

export const tokens = sqliteTable(
  'tokens',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    created_at: instant().notNull(),
    // Accurate to about an hour, and written with a delay; null before the first recorded use.
    last_used_at: instant(),
    // A token that `token add` has created has a name; that of a session has none.
    name: text(),
    read_only: integer({ mode: 'boolean' }).notNull().default(false),
    // Null for a token that ends only by the settings of the server.
    expires_at: instant(),
    // The client that last used the token, as far as it is recorded: its IP address and its User-Agent.
    address: text(),
    program: text(),
  },
  (token) => [
    uniqueIndex('tokens_hash').on(token.hash),
    index('tokens_user').on(token.user_id),
    // A token in clear text can't be stored by mistake.
    check('tokens_hash_is_sha256', isSha256(token.hash)),
    checkInstants('tokens_stamps', token.created_at),
    checkInstants('tokens_last_used_at', token.last_used_at),
  ],
)

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

export const likes = sqliteTable(
  'likes',
  {
    // Increases with each like, so that the order of likes does not depend on the clock.
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    track_id: track_id(),
    created_at: instant().notNull(),
  },
  (like) => [
    uniqueIndex('likes_user_track').on(like.user_id, like.track_id),
    // Its entries have the id, too, as all do: the likes of one user can be read in their order, part by part.
    index('likes_user').on(like.user_id),
    index('likes_track').on(like.track_id),
    checkInstants('likes_stamps', like.created_at),
  ],
)

export const invitations = sqliteTable(
  'invitations',
  {
    id: id(),
    hash: text().notNull(),
    // How many accounts can still register with it.
    uses: integer().notNull(),
    expires_at: instant().notNull(),
    created_at: instant().notNull(),
  },
  (invitation) => [
    uniqueIndex('invitations_hash').on(invitation.hash),
    check('invitations_hash_is_sha256', isSha256(invitation.hash)),
    check('invitations_uses', sql`${invitation.uses} >= 0`),
    checkInstants('invitations_stamps', invitation.expires_at, invitation.created_at),
  ],
)

// The networks from which each account has logged in.
export const user_networks = sqliteTable(
  'user_networks',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    last_login_at: instant().notNull(),
  },
  (pair) => [
    primaryKey({ columns: [pair.user_id, pair.network] }),
    checkInstants('user_networks_stamps', pair.last_login_at),
  ],
)
