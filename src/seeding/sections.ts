import { gt, sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/schema.ts'
import type { Entry, SectionName } from './format.ts'

// What seeding has to know of each section. An id in a row may be one that this run has only promised.

/** A record as its table has it; a track's ties too, by ascending id. */
export interface Row {
  id: number
  key: string | null
  created_at: string
  updated_at: string
  [column: string]: string | number | null | number[]
}

/** What an entry says of its record; undefined where it leaves a column as it is. */
export type Wanted = Record<string, string | number | null | number[] | undefined>

/** Finds the id that a reference of the entry names. */
export type Resolve = (section: SectionName, reference: string, ...path: (string | number)[]) => number

export interface Section<Name extends SectionName> {
  name: Name
  kind: string
  table: typeof labels | typeof genres | typeof artists | typeof albums | typeof tracks
  /** The member that references name it by. */
  called: 'name' | 'title'
  /** The members that a record without a key is known by, in words. */
  identifiedBy: string
  /** What a new record has where its entry says nothing. */
  blank: Wanted
  wanted(entry: Entry<Name>, resolve: Resolve): Wanted
  /** By what a record without a key is known. */
  identity(row: Wanted): string
  /** The next rows by id. */
  page(read: Reader, after: number): Promise<Row[]>
}

/** How many rows are looked at, or written, at a time. */
export const pageSize = 2_000

const pageOf = (table: Section<SectionName>['table']) =>
  prepared((on) =>
    on
      .select()
      .from(table as typeof labels) // the tables differ in their columns, and every Row has its own
      .where(gt(table.id, sql.placeholder('after')))
      .orderBy(table.id)
      .limit(pageSize)
      .prepare(),
  )

const pages = {
  labels: pageOf(labels),
  genres: pageOf(genres),
  artists: pageOf(artists),
  albums: pageOf(albums),
  tracks: pageOf(tracks),
}

const page =
  (name: SectionName) =>
  async (read: Reader, after: number): Promise<Row[]> =>
    pages[name](read).all({ after })

const byName = {
  called: 'name',
  identifiedBy: 'name',
  identity: ({ name }: Wanted) => String(name),
} as const

const reference = (resolve: Resolve, section: SectionName, member: string, text: string | null | undefined) =>
  typeof text === 'string' ? resolve(section, text, member) : text

const references = (resolve: Resolve, section: SectionName, texts: string[] | undefined) => {
  if (!texts) return
  const ids = new Set(texts.map((text, at) => resolve(section, text, section, at)))
  return [...ids].sort((a, b) => a - b)
}

export const sections: { [Name in SectionName]: Section<Name> } = {
  labels: {
    name: 'labels',
    kind: 'label',
    table: labels,
    ...byName,
    blank: { key: null },
    wanted: ({ key, name }) => ({ key, name }),
    page: page('labels'),
  },
  genres: {
    name: 'genres',
    kind: 'genre',
    table: genres,
    ...byName,
    blank: { key: null },
    wanted: ({ key, name }) => ({ key, name }),
    page: page('genres'),
  },
  artists: {
    name: 'artists',
    kind: 'artist',
    table: artists,
    ...byName,
    blank: { key: null, cover_path: null, release_date: null, label_id: null, duration: null },
    wanted: ({ label, ...columns }, resolve) => ({
      ...columns,
      label_id: reference(resolve, 'labels', 'label', label),
    }),
    page: page('artists'),
  },
  albums: {
    name: 'albums',
    kind: 'album',
    table: albums,
    called: 'title',
    identifiedBy: 'title and label',
    blank: { key: null, cover_path: null, release_date: null, duration_seconds: null, type: 'album', label_id: null },
    wanted: ({ label, ...columns }, resolve) => ({
      ...columns,
      label_id: reference(resolve, 'labels', 'label', label),
    }),
    identity: ({ title, label_id }) => `${label_id ?? ''} ${title}`,
    page: page('albums'),
  },
  tracks: {
    name: 'tracks',
    kind: 'track',
    table: tracks,
    called: 'title',
    identifiedBy: 'file_path',
    blank: { key: null, duration_seconds: null, album_id: null, artist_ids: [], genre_ids: [] },
    wanted: ({ album, artists, genres, ...columns }, resolve) => ({
      ...columns,
      album_id: reference(resolve, 'albums', 'album', album),
      artist_ids: references(resolve, 'artists', artists),
      genre_ids: references(resolve, 'genres', genres),
    }),
    identity: ({ file_path }) => String(file_path),
    page: async (read, after) => {
      const rows = await page('tracks')(read, after)
      const span = { first: rows[0]?.id ?? 0, last: rows.at(-1)?.id ?? 0 }
      const artist_ids = grouped(await artistPairs(read).all(span))
      const genre_ids = grouped(await genrePairs(read).all(span))
      return rows.map((row) => ({ ...row, artist_ids: artist_ids(row.id), genre_ids: genre_ids(row.id) }))
    },
  },
}

const between = (column: typeof artist_track.track_id | typeof genre_track.track_id) =>
  sql`${column} between ${sql.placeholder('first')} and ${sql.placeholder('last')}`

const artistPairs = prepared((on) =>
  on
    .select({ track_id: artist_track.track_id, id: artist_track.artist_id })
    .from(artist_track)
    .where(between(artist_track.track_id))
    .orderBy(artist_track.track_id, artist_track.artist_id)
    .prepare(),
)

const genrePairs = prepared((on) =>
  on
    .select({ track_id: genre_track.track_id, id: genre_track.genre_id })
    .from(genre_track)
    .where(between(genre_track.track_id))
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
