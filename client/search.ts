import type { Receive, RequestOptions } from './requests.ts'
import type * as types from './types.ts'

/** One page of the records that a search finds. */
export interface Page<Listed> {
  records: Listed[]
  /** The number of records on all pages. */
  total: number
}

export interface LinkedPage<Listed> extends Page<Listed> {
  /** The path and query of the next page; undefined on the last one. */
  next: string | undefined
}

/** The parameters of every search. */
export interface SearchParameters<Sort extends string> {
  /** Words of the name or title; the last one may be the beginning of a word. */
  q?: string | undefined
  ids?: readonly number[] | undefined
  /** In the opposite order after a minus sign; `id` by default. */
  sort?: Sort | `-${Sort}` | undefined
  /** The maximum number of records of the page, 1 to 1,000; 50 by default. */
  limit?: number | undefined
  /** How many records of the result come before the page; 0 by default. */
  offset?: number | undefined
}

type CommonSort = 'id' | 'created_at' | 'updated_at'

export type NameSearch = SearchParameters<CommonSort | 'name'>

export interface ArtistSearch extends SearchParameters<CommonSort | 'name' | 'release_date' | 'duration'> {
  label_id?: number | undefined
}

export interface AlbumSearch extends SearchParameters<CommonSort | 'title' | 'release_date' | 'duration_seconds'> {
  label_id?: number | undefined
  /** Albums with a track of this artist. */
  artist_id?: number | undefined
  /** Albums with a track of this genre. */
  genre_id?: number | undefined
  type?: types.AlbumType | undefined
}

/** The sort `liked`, in the order in which the caller has liked the tracks, needs `liked`. */
export interface TrackSearch extends SearchParameters<CommonSort | 'title' | 'duration_seconds' | 'liked'> {
  label_id?: number | undefined
  album_id?: number | undefined
  artist_id?: number | undefined
  genre_id?: number | undefined
  type?: types.AlbumType | undefined
  /** Only tracks that the caller likes. */
  liked?: true | undefined
}

export interface Searches {
  labels(parameters?: NameSearch, options?: RequestOptions): Promise<Page<types.Label>>
  genres(parameters?: NameSearch, options?: RequestOptions): Promise<Page<types.Genre>>
  artists(parameters?: ArtistSearch, options?: RequestOptions): Promise<Page<types.ListedArtist>>
  albums(parameters?: AlbumSearch, options?: RequestOptions): Promise<Page<types.ListedAlbum>>
  tracks(parameters?: TrackSearch, options?: RequestOptions): Promise<Page<types.ListedTrack>>
  /** Only for admins. */
  users(parameters?: NameSearch, options?: RequestOptions): Promise<Page<types.User>>
}

export const createSearches = (receive: Receive): Searches => {
  const createSearch =
    <Listed>(resource: string) =>
    async (parameters: object = {}, options?: RequestOptions): Promise<Page<Listed>> => {
      const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
      const { value, total } = await receive<Listed[]>('GET', `/search/${resource}?${query}`, options)
      return { records: value, total }
    }
  return {
    labels: createSearch('labels'),
    genres: createSearch('genres'),
    artists: createSearch('artists'),
    albums: createSearch('albums'),
    tracks: createSearch('tracks'),
    users: createSearch('users'),
  }
}
