import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { readUsers } from '../accounts/users/store.ts'
import { mapValues } from '../base/objects.ts'
import { type ResourceName, resources } from '../catalogue/resources.ts'
import { readListedRecords } from '../catalogue/store.ts'
import { users } from '../library/accountSchema.ts'
import { albums, artist_track, artists, genre_track, tracks } from '../library/catalogueSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import type { Reader } from '../library/connection.ts'
import { folded_letters, folded_names } from '../library/searchSchema.ts'
import { albumTypes } from '../resources/album.ts'
import type { Filter } from './filter.ts'
import {
  byAbsence,
  byAlbumDate,
  byAlbumLabel,
  byAlbumValue,
  byColumn,
  byRange,
  byRelation,
  byTrackRelation,
  byValue,
  liked,
  withIds,
} from './filters.ts'

/** A kind of records that can be searched. */
export interface Searchable {
  table: SQLiteTable & { id: Column; created_at: Column; updated_at: Column }
  /** The `resource` of the folded names that records are sorted by. */
  name: string
  /** The `resource` of the folded names that `q` is looked for in. */
  searchedName: string
  /** What records can be sorted by: columns, their names, and for tracks the likes of the caller. */
  sorts: Record<string, Column | 'name' | 'likes'>
  filters: Record<string, Filter>
  /** Values of parameters, which find something in the sample catalogue: each alone, and all together. */
  examples: Record<string, string>
  /** Reads records as a search returns them, in any order. */
  readRecords(read: Reader, ids: readonly number[]): Promise<{ id: number; name?: string; title?: string }[]>
}

/** The orders that all records have: by id, by name or title, and by time. */
const commonSorts = (nameMember: string, { id, created_at, updated_at }: Searchable['table']): Searchable['sorts'] => ({
  id,
  [nameMember]: 'name',
  created_at,
  updated_at,
})

/** The filters that all records have. */
const commonFilters = (table: Searchable['table']): Searchable['filters'] => ({
  created_at: byRange('created_at', table, table.created_at),
  updated_at: byRange('updated_at', table, table.updated_at),
  ids: withIds(table),
})

const commonExamples = { created_at: '2020..', updated_at: '2020..' }

/**
 * What can be searched of a resource: what its fields can be sorted by, and the references, relations and choices that it has.
 * @param others - the filters and sorts that are particular to the resource
 */
const searchableOf = (
  name: ResourceName,
  { filters: otherFilters, sorts: otherSorts, examples = {} }: Partial<Searchable> = {},
): Searchable => {
  const { table, fields, nameMember, references, relations } = resources[name]
  const columns: Record<string, Column> = getTableColumns<SQLiteTable>(table)
  const filters: Record<string, Filter> = {}
  for (const { column } of Object.values(references)) filters[column.name] = byColumn(column.name, table, column)
  for (const { resource, table, owner, target } of Object.values(relations)) {
    const parameter = `${resources[resource].kind}_id`
    filters[parameter] = byRelation(parameter, resources[name].table, table, owner, target)
  }
  const sorts = commonSorts(nameMember, table)
  for (const [member, { form, isSortable }] of Object.entries(fields)) {
    const column = columns[member] as Column
    if (isSortable) {
      sorts[member] = column
      filters[member] = byRange(member, table, column)
    }
    if (form.values) filters[member] = byValue(member, form.values, table, column)
  }
  return {
    table,
    name,
    searchedName: name,
    sorts: { ...sorts, ...otherSorts },
    filters: { ...filters, ...otherFilters, ...commonFilters(table) },
    examples: { ...commonExamples, ...examples },
    readRecords: (read, ids) => readListedRecords(read, name, ids),
  }
}

const userSearch: Searchable = {
  table: users,
  name: 'users',
  searchedName: 'users.name_and_email',
  sorts: commonSorts('name', users),
  filters: commonFilters(users),
  examples: commonExamples,
  readRecords: readUsers,
}

/** What is particular to a resource. */
const others: Partial<Record<ResourceName, Partial<Searchable>>> = {
  labels: { examples: { q: 'colum' } },
  genres: { examples: { q: 'jaz' } },
  artists: {
    examples: { q: 'miles dav', release_date: 'none', duration: 'none' },
    filters: {
      track_id: byRelation('track_id', artists, artist_track, artist_track.artist_id, artist_track.track_id),
    },
  },
  albums: {
    examples: { q: 'miles kind', release_date: '1959..1965', duration_seconds: '600..' },
    filters: {
      artist_id: byTrackRelation('artist_id', artist_track, artist_track.track_id, artist_track.artist_id),
      genre_id: byTrackRelation('genre_id', genre_track, genre_track.track_id, genre_track.genre_id),
      track_id: byRelation('track_id', albums, tracks, tracks.album_id, tracks.id),
      cover_path: byAbsence(albums, albums.cover_path),
    },
  },
  tracks: {
    examples: { q: 'miles so wh', release_date: '1959..1965', duration_seconds: '..600' },
    filters: {
      label_id: byAlbumLabel,
      type: byAlbumValue('type', albumTypes, albums.type),
      release_date: byAlbumDate,
      liked,
    },
    sorts: { liked: 'likes' },
  },
}

/** What can be searched, by the last part of its path. */
export const searchables: Record<ResourceName | 'users', Searchable> = {
  ...mapValues(resources, (_, name) => searchableOf(name, others[name])),
  users: userSearch,
}

export type SearchableName = keyof typeof searchables

/** No cached response depends on these tables. */
export const trackedTables: TrackedTable[] = [folded_names, folded_letters].map((table) => ({
  table: getTableName(table),
  changes: [],
}))
