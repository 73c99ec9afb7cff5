import type { RequestOptions, Requests } from './requests.ts'
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

/** An id, several of them, or those without one. */
export type Ids = number | readonly number[] | 'none'

/** The parameters of every search. */
export interface SearchParameters<Sort extends string> {
  /** Words of the name or title, or of what the record refers to; the last one may be the beginning of a word. */
  q?: string | undefined
  ids?: readonly number[] | undefined
  /** A year, month, day or instant, or a range such as `2024..2026-03`, `2024..` or `..2024`. */
  created_at?: string | undefined
  updated_at?: string | undefined
  /** In the opposite order after a minus sign; with `q` the best match first by default, and otherwise `id`. */
  sort?: Sort | `-${Sort}` | undefined
  /** The maximum number of records of the page, 1 to 1,000; 50 by default. */
  limit?: number | undefined
  /** How many records of the result come before the page; 0 by default. */
  offset?: number | undefined
}

type CommonSort = 'relevance' | 'id' | 'created_at' | 'updated_at'

export type NameSearch = SearchParameters<CommonSort | 'name'>

/** The number of albums or tracks of a record. */
type CountSort = 'albums' | 'tracks'

export type LabelSearch = SearchParameters<CommonSort | 'name' | CountSort>

export interface ArtistSearch extends SearchParameters<CommonSort | 'name' | 'release_date' | 'duration' | CountSort> {
  /** As `created_at`, or `none`. */
  release_date?: string | undefined
  /** Seconds, or a range such as `180..240`, `600..` or `..90`, or `none`. */
  duration?: number | string | undefined
  label_id?: Ids | undefined
  /** The artists of a track; with `none` those without tracks. */
  track_id?: Ids | undefined
}

export interface AlbumSearch extends SearchParameters<CommonSort | 'title' | 'release_date' | 'duration_seconds'> {
  /** As `created_at`, or `none`. */
  release_date?: string | undefined
  /** Seconds, or a range such as `180..240`, `600..` or `..90`, or `none`. */
  duration_seconds?: number | string | undefined
  label_id?: Ids | undefined
  /** Albums with a track of this artist. */
  artist_id?: Ids | undefined
  /** Albums with a track of this genre. */
  genre_id?: Ids | undefined
  /** `none` for albums without one. */
  cover_path?: 'none' | undefined
  /** The album of a track; with `none` albums without tracks. */
  track_id?: Ids | undefined
  type?: types.AlbumType | readonly types.AlbumType[] | undefined
}

/** The sort `liked`, in the order in which the caller has liked the tracks, needs `liked: true`. */
export interface TrackSearch extends SearchParameters<CommonSort | 'title' | 'duration_seconds' | 'liked'> {
  /** That of the album: as `created_at`, or `none`. */
  release_date?: string | undefined
  /** Seconds, or a range such as `180..240`, `600..` or `..90`, or `none`. */
  duration_seconds?: number | string | undefined
  label_id?: Ids | undefined
  album_id?: Ids | undefined
  artist_id?: Ids | undefined
  genre_id?: Ids | undefined
  type?: types.AlbumType | readonly types.AlbumType[] | undefined
  /** With true only tracks that the caller likes, and with false only those that the caller does not like. */
  liked?: boolean | undefined
}

/** The best matches of one kind, and the number of all. */
export interface Matches<Listed> extends Page<Listed> {
  /** What the words count in the best one; null if there is none. The kind with the smallest number matches best. */
  best: number | null
  /** Where nothing is found: at most three records whose names are spelled like the words, the nearest one first. */
  suggestions: { id: number; name: string }[]
}

/** What the search in everything finds. */
export interface Found {
  labels: Matches<types.Label>
  genres: Matches<types.Genre>
  artists: Matches<types.ListedArtist>
  albums: Matches<types.ListedAlbum>
  tracks: Matches<types.ListedTrack>
  /** Only for admins. */
  users?: Matches<types.User>
}

/** How many records there are. */
export type CatalogueCounts = Record<'labels' | 'genres' | 'artists' | 'albums' | 'tracks', number>

/** A search of one kind. */
export interface Search<Parameters, Listed> {
  /** Reads one page. */
  (parameters?: Parameters, options?: RequestOptions): Promise<Page<Listed>>
  /**
   * Reads the records of all pages, a page at a time: `limit` says how many at once, 500 by default, and `offset` where it begins. A record that is
   * added or deleted meanwhile may move others to another page.
   */
  each(parameters?: Parameters, options?: RequestOptions): AsyncGenerator<Listed, void, undefined>
}

export interface Searches {
  /** Searches everything. At most `limit` records of each kind, 1 to 50, are returned; 5 by default. */
  all(parameters: { q: string; limit?: number | undefined }, options?: RequestOptions): Promise<Found>
  counts(options?: RequestOptions): Promise<CatalogueCounts>
  labels: Search<LabelSearch, types.Label>
  genres: Search<NameSearch, types.Genre>
  artists: Search<ArtistSearch, types.ListedArtist>
  albums: Search<AlbumSearch, types.ListedAlbum>
  tracks: Search<TrackSearch, types.ListedTrack>
  /** Only for admins. */
  users: Search<NameSearch, types.User>
}

/** The number of records that `each` reads at once. */
const eachLimit = 500

/** @throws TypeError for null, which would be searched for as a word */
export const formatQuery = (parameters: object): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (value === null) throw new TypeError(`${name} is null: leave it out, or give undefined.`)
      return `${name}=${encodeURIComponent(String(value))}`
    })
    .join('&')

export const createSearches = ({ receive, send }: Requests): Searches => {
  const createSearch = <Parameters extends object, Listed>(resource: string): Search<Parameters, Listed> => {
    const pathOf = (parameters: object) => `/search/${resource}?${formatQuery(parameters)}`
    const search = async (parameters: object = {}, options?: RequestOptions): Promise<Page<Listed>> => {
      const { value, total } = await receive<Listed[]>('GET', pathOf(parameters), options)
      return { records: value, total }
    }
    async function* each(parameters: object = {}, options?: RequestOptions) {
      let path: string | undefined = pathOf({ limit: eachLimit, ...parameters })
      while (path !== undefined) {
        const page: Awaited<ReturnType<typeof receive<Listed[]>>> = await receive<Listed[]>('GET', path, options)
        yield* page.value
        path = page.next
      }
    }
    return Object.assign(search, { each })
  }
  return {
    all: async (parameters, options) => send('GET', `/search?${formatQuery(parameters)}`, options),
    counts: (options) => send('GET', '/search/counts', options),
    labels: createSearch('labels'),
    genres: createSearch('genres'),
    artists: createSearch('artists'),
    albums: createSearch('albums'),
    tracks: createSearch('tracks'),
    users: createSearch('users'),
  }
}
