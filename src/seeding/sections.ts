import { type AnyColumn, getTableColumns, gt, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/schema.ts'
import type { SectionName } from './format.ts'

// What seeding has to know of each section. Records and entries have the members of the file here, with the ids of other
// records in place of references; an id may be one that this run has only promised.

type Value = string | number | null | number[]

/** A record as the library has it; what it refers to by ascending id. */
export interface Row {
  id: number
  key: string | null
  created_at: string
  updated_at: string
  [member: string]: Value
}

/** What an entry says of its record. A member that is not there leaves the record's as it is. */
export type Entry = Record<string, Value>

export interface Section {
  name: SectionName
  kind: string
  /** The member that references name it by. */
  called: 'name' | 'title'
  /** The members that a record without a key is known by, in words. */
  identifiedBy: string
  /** What a new record has where its entry says nothing. */
  defaults: Entry
  /** The members that refer to records, and of which section. */
  references: Record<string, SectionName>
  /** By what a record without a key is known. */
  identity(row: Entry): string
  /** The next rows by id. */
  page(read: Reader, after: number): Promise<Row[]>
  /** The rows with these ids. */
  some(read: Reader, ids: readonly number[]): Promise<Row[]>
}

/** How many rows are looked at, or written, at a time. */
export const pageSize = 2_000

/** The columns that hold the id of a member's record. */
export const memberOf: Record<string, string> = { label_id: 'label', album_id: 'album' }

const rowsOf = (table: typeof labels | typeof genres | typeof artists | typeof albums | typeof tracks) => {
  const columns: [string, AnySQLiteColumn][] = Object.entries(getTableColumns(table))
  const members = Object.fromEntries(columns.map(([name, column]) => [memberOf[name] ?? name, column]))
  const next = prepared((on) =>
    on
      .select(members)
      .from(table)
      .where(gt(table.id, sql.placeholder('after')))
      .orderBy(table.id)
      .limit(pageSize)
      .prepare(),
  )
  const some = prepared((on) => on.select(members).from(table).where(among(table.id)).prepare())
  // The members differ from table to table, and every Row has its own.
  return {
    page: async (read: Reader, after: number) => (await next(read).all({ after })) as unknown as Row[],
    some: async (read: Reader, ids: readonly number[]) =>
      ids.length === 0 ? [] : ((await some(read).all({ ids: JSON.stringify(ids) })) as unknown as Row[]),
  }
}

const among = (column: AnyColumn) => sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`

const byName = {
  called: 'name',
  identifiedBy: 'name',
  identity: ({ name }: Entry) => String(name),
} as const

const trackRows = rowsOf(tracks)

export const sections: Record<SectionName, Section> = {
  labels: {
    name: 'labels',
    kind: 'label',
    ...byName,
    defaults: { key: null },
    references: {},
    ...rowsOf(labels),
  },
  genres: {
    name: 'genres',
    kind: 'genre',
    ...byName,
    defaults: { key: null },
    references: {},
    ...rowsOf(genres),
  },
  artists: {
    name: 'artists',
    kind: 'artist',
    ...byName,
    defaults: { key: null, label: null, cover_path: null, release_date: null, duration: null },
    references: { label: 'labels' },
    ...rowsOf(artists),
  },
  albums: {
    name: 'albums',
    kind: 'album',
    called: 'title',
    identifiedBy: 'title and label',
    defaults: { key: null, label: null, type: 'album', cover_path: null, release_date: null, duration_seconds: null },
    references: { label: 'labels' },
    identity: ({ title, label }) => `${label ?? ''} ${title}`,
    ...rowsOf(albums),
  },
  tracks: {
    name: 'tracks',
    kind: 'track',
    called: 'title',
    identifiedBy: 'file_path',
    defaults: { key: null, duration_seconds: null, album: null, artists: [], genres: [] },
    references: { album: 'albums', artists: 'artists', genres: 'genres' },
    identity: ({ file_path }) => String(file_path),
    page: async (read, after) => withPairs(read, await trackRows.page(read, after)),
    some: async (read, ids) => withPairs(read, await trackRows.some(read, ids)),
  },
}

/** Tracks with the ids of their artists and genres. */
const withPairs = async (read: Reader, rows: Row[]): Promise<Row[]> => {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const artistsOf = grouped(await artistPairs(read).all({ ids }))
  const genresOf = grouped(await genrePairs(read).all({ ids }))
  for (const row of rows) {
    row.artists = artistsOf(row.id)
    row.genres = genresOf(row.id)
  }
  return rows
}

const artistPairs = prepared((on) =>
  on
    .select({ track_id: artist_track.track_id, id: artist_track.artist_id })
    .from(artist_track)
    .where(among(artist_track.track_id))
    .orderBy(artist_track.track_id, artist_track.artist_id)
    .prepare(),
)

const genrePairs = prepared((on) =>
  on
    .select({ track_id: genre_track.track_id, id: genre_track.genre_id })
    .from(genre_track)
    .where(among(genre_track.track_id))
    .orderBy(genre_track.track_id, genre_track.genre_id)
    .prepare(),
)

const grouped = (pairs: { track_id: number; id: number }[]) => {
  const groups = new Map<number, number[]>()
  for (const { track_id, id } of pairs) {
    const group = groups.get(track_id)
    if (group) group.push(id)
    else groups.set(track_id, [id])
  }
  return (track_id: number) => groups.get(track_id) ?? []
}
