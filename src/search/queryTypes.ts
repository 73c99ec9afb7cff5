// The queries of searches. `bun run generate` writes this file from the descriptions of their parameters.

export interface AllQuery {
  /** Words of the name or title, or of the names of what the record refers to, regardless of case and accents. The last one may be the beginning of a word. */
  q: string
  /** The maximum number of records of each kind. */
  limit?: number
}

interface CommonQuery {
  /** Words of the name or title, or of the names of what the record refers to, regardless of case and accents. The last one may be the beginning of a word. */
  q?: string
  /** Only records whose created_at is in this range. */
  created_at?: string
  /** Only records whose updated_at is in this range. */
  updated_at?: string
  /** Only these records. */
  ids?: string
  /** The maximum number of records on the page. */
  limit?: number
  /** The number of records before the page. */
  offset?: number
}

export interface LabelsQuery extends CommonQuery {
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'name' | 'created_at' | 'updated_at' | 'albums' | 'tracks' | 'relevance'}`
}

export interface GenresQuery extends CommonQuery {
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'name' | 'created_at' | 'updated_at' | 'relevance'}`
}

export interface ArtistsQuery extends CommonQuery {
  /** Only records of this label. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  label_id?: number | string | 'none'
  /** Only records whose release_date is in this range; "none" for records without one. */
  release_date?: string | 'none'
  /** Only records whose duration is in this range; "none" for records without one. */
  duration?: string | 'none'
  /** Only records of this track. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  track_id?: number | string | 'none'
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'name' | 'created_at' | 'updated_at' | 'release_date' | 'duration' | 'albums' | 'tracks' | 'relevance'}`
}

export interface AlbumsQuery extends CommonQuery {
  /** Only records of this label. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  label_id?: number | string | 'none'
  /** Only records whose release_date is in this range; "none" for records without one. */
  release_date?: string | 'none'
  /** Only records whose duration_seconds is in this range; "none" for records without one. */
  duration_seconds?: string | 'none'
  /** Only records of this type. Several with commas between them select records of any of them. */
  type?: 'album' | 'single' | 'ep' | `${'album' | 'single' | 'ep'},${string}`
  /** Only albums with a track of this artist. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  artist_id?: number | string | 'none'
  /** Only albums with a track of this genre. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  genre_id?: number | string | 'none'
  /** Only records of this track. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  track_id?: number | string | 'none'
  /** "none" selects records without one. */
  cover_path?: 'none'
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'title' | 'created_at' | 'updated_at' | 'release_date' | 'duration_seconds' | 'relevance'}`
}

export interface TracksQuery extends CommonQuery {
  /** Only records of this album. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  album_id?: number | string | 'none'
  /** Only records of this artist. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  artist_id?: number | string | 'none'
  /** Only records of this genre. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  genre_id?: number | string | 'none'
  /** Only records whose duration_seconds is in this range; "none" for records without one. */
  duration_seconds?: string | 'none'
  /** Only tracks of albums of this label. Several ids with commas between them select records with any of them, and "none" selects records without one. */
  label_id?: number | string | 'none'
  /** Only tracks of albums of this type. Several with commas between them select records of any of them. */
  type?: 'album' | 'single' | 'ep' | `${'album' | 'single' | 'ep'},${string}`
  /** Only tracks of albums whose release_date is in this range; "none" for albums without one. */
  release_date?: string | 'none'
  /** With true only tracks that the caller likes, and with false only those that the caller does not like. */
  liked?: boolean
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'title' | 'created_at' | 'updated_at' | 'duration_seconds' | 'liked' | 'relevance'}`
}

export interface UsersQuery extends CommonQuery {
  /** After a minus sign the order is descending. Records without a value come last. By default it is `relevance` with `q`, and `id` without. */
  sort?: `${'' | '-'}${'id' | 'name' | 'created_at' | 'updated_at' | 'relevance'}`
}
