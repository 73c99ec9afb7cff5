import type { TObject } from '@sinclair/typebox'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/catalogueSchema.ts'
import type { Reader } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import type { IdRange } from '../database/idRange.ts'
import { keysOf } from '../records.ts'
import { AlbumEntry } from './album/model.ts'
import { listAlbums, listAlbumTracks, readListedAlbum } from './album/store.ts'
import { ArtistEntry } from './artist/model.ts'
import { listArtists, listArtistTracks, readListedArtist } from './artist/store.ts'
import { GenreEntry } from './genre/model.ts'
import { listGenres, readGenre } from './genre/store.ts'
import { LabelEntry } from './label/model.ts'
import { listLabels, readLabel } from './label/store.ts'
import { TrackEntry } from './track/model.ts'
import { listTracks, readTrack } from './track/store.ts'

type IdColumn = AnySQLiteColumn<{ data: number }>
type RequiredIdColumn = AnySQLiteColumn<{ data: number; notNull: true }>

/** A many-to-many relation: each row of its table links a record of the resource, the owner, to a target. */
export interface Relation {
  resource: string
  table: SQLiteTable
  owner: RequiredIdColumn
  target: RequiredIdColumn
}

/** Records that refer to a record of the resource. */
interface Children {
  /** The column with the id of the record that they refer to. */
  column: IdColumn
  /** Reads a range of them, ordered by id. */
  readRange(read: Reader, id: number, range: IdRange): Promise<{ id: number }[]>
}

/**
 * A kind of catalogue record. Paths, caching, change capture, counts and the sections of the catalogue file follow from
 * it.
 */
export interface Resource {
  /** The name of one record in sentences. */
  kind: string
  table: SQLiteTable & { id: IdColumn; key: AnySQLiteColumn }
  /** Reads one record as `GET /<name>/:id` returns it, without its children. @throws NotFound */
  readOne(database: Pick<Database, 'read' | 'snapshot'>, id: number): Promise<object>
  /** Reads a range of the list as `GET /<name>` returns it, ordered by id. */
  readRange(read: Reader, range: IdRange): Promise<{ id: number }[]>
  /** The members of a record that nest one record of another resource, and the columns that hold its id. */
  references: Record<string, { resource: string; column: IdColumn }>
  /** The members of a record that nest an array of records of another resource. */
  relations: Record<string, Relation>
  /**
   * The member that only `GET /<name>/:id` nests, as its last one: the records of another resource that refer to the
   * record. It has the name of that resource. There is one at most.
   */
  children: Record<string, Children>
  /** An entry of the catalogue file's section: its members are those of a record, with names in place of ids. */
  entry: TObject
  /**
   * The members of an entry that identify a record without a key. References use the first of them as the record's
   * name.
   */
  identityMembers: readonly [string, ...string[]]
}

/**
 * The one list of resources. A resource's key is its path below `/api`, its table, and its section of the catalogue
 * file. Each resource refers only to resources before it.
 */
export const resources = {
  labels: {
    kind: 'label',
    table: labels,
    readOne: ({ read }, id) => readLabel(read, id),
    readRange: listLabels,
    references: {},
    relations: {},
    children: {},
    entry: LabelEntry,
    identityMembers: ['name'],
  },
  genres: {
    kind: 'genre',
    table: genres,
    readOne: ({ read }, id) => readGenre(read, id),
    readRange: listGenres,
    references: {},
    relations: {},
    children: {},
    entry: GenreEntry,
    identityMembers: ['name'],
  },
  artists: {
    kind: 'artist',
    table: artists,
    readOne: ({ read }, id) => readListedArtist(read, id),
    readRange: listArtists,
    references: { label: { resource: 'labels', column: artists.label_id } },
    relations: {},
    children: { tracks: { column: artist_track.artist_id, readRange: listArtistTracks } },
    entry: ArtistEntry,
    identityMembers: ['name'],
  },
  albums: {
    kind: 'album',
    table: albums,
    readOne: ({ read }, id) => readListedAlbum(read, id),
    readRange: listAlbums,
    references: { label: { resource: 'labels', column: albums.label_id } },
    relations: {},
    children: { tracks: { column: tracks.album_id, readRange: listAlbumTracks } },
    entry: AlbumEntry,
    identityMembers: ['title', 'label'],
  },
  tracks: {
    kind: 'track',
    table: tracks,
    readOne: ({ read }, id) => readTrack(read, id),
    readRange: listTracks,
    references: { album: { resource: 'albums', column: tracks.album_id } },
    relations: {
      artists: {
        resource: 'artists',
        table: artist_track,
        owner: artist_track.track_id,
        target: artist_track.artist_id,
      },
      genres: { resource: 'genres', table: genre_track, owner: genre_track.track_id, target: genre_track.genre_id },
    },
    children: {},
    entry: TrackEntry,
    identityMembers: ['file_path'],
  },
} satisfies Record<string, Resource>

export type ResourceName = keyof typeof resources

/** The names of all resources. A resource comes after those that it refers to. */
export const resourceNames = keysOf(resources)
