import { texts } from '../texts/texts.ts'
import type { ResourceName } from './names.ts'

/** A filter of a list. Its name is the parameter of the URL and of the search. */
export type Filter =
  | { name: 'artist_id' | 'album_id' | 'genre_id' | 'label_id'; resource: 'artists' | 'albums' | 'genres' | 'labels' }
  | { name: 'release_date' | 'duration_seconds' | 'created_at' | 'type' }
  // It is on with this value, or off.
  | { name: 'liked' | 'track_id' | 'cover_path'; value: string }

/** How many records a page of a list has unless the URL says otherwise. */
export const defaultPageSize = 50

/** What the list of a resource can be filtered and sorted by. */
interface List {
  filters: readonly Filter[]
  /** Names that the search sorts by, in the opposite order after a minus sign. The first one is the usual order. */
  sorts: readonly string[]
}

const artist = { name: 'artist_id', resource: 'artists' } as const
const album = { name: 'album_id', resource: 'albums' } as const
const genre = { name: 'genre_id', resource: 'genres' } as const
const label = { name: 'label_id', resource: 'labels' } as const
const trackless = { name: 'track_id', value: 'none' } as const
const counts = ['-albums', '-tracks'] as const
const times = ['-created_at', '-updated_at'] as const

export const lists: Record<ResourceName, List> = {
  labels: { filters: [], sorts: ['name', ...counts, ...times] },
  genres: { filters: [], sorts: ['name', ...times] },
  artists: { filters: [label, { name: 'created_at' }, trackless], sorts: ['name', ...counts, ...times] },
  albums: {
    filters: [
      artist,
      genre,
      label,
      { name: 'type' },
      { name: 'release_date' },
      { name: 'duration_seconds' },
      { name: 'created_at' },
      trackless,
      { name: 'cover_path', value: 'none' },
    ],
    sorts: ['title', '-release_date', 'release_date', '-duration_seconds', ...times],
  },
  tracks: {
    filters: [
      ...[artist, album, genre, label],
      { name: 'type' },
      { name: 'release_date' },
      { name: 'duration_seconds' },
      { name: 'created_at' },
      { name: 'liked', value: 'true' },
    ],
    sorts: ['title', '-duration_seconds', 'duration_seconds', ...times],
  },
}

/** What a filter is called. */
export const labelOf = ({ name }: Filter): string => ({ ...texts.fields, ...texts.list.filterNames })[name]
