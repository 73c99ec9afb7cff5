import type { albumTypes } from '../resources/album.ts'

/** What a source, such as a CSV file or a tagged audio file, says about one track. Texts are as the source has them. */
export interface TrackRow {
  /** Where the row is, for messages: the path of an audio file, or the line of a CSV file. */
  place: string
  title: string
  /** Kept exactly as it is. */
  file_path: string
  /** A name that stays the same when the file is moved or its tags change, unique among the rows. */
  key?: string
  /** A key that the track had before it got `key`, unique among the rows. */
  former_key?: string
  /** Whole seconds. */
  duration_seconds?: number
  artists: readonly string[]
  genres: readonly string[]
  /** The number of the disc of the album. It is no member of the catalogue file. */
  disc?: number
  album?: AlbumRow
}

/** What a source says about the album of a track. */
export interface AlbumRow {
  title: string
  /** Tells albums with the same title apart. It is no member of the catalogue file. */
  artist?: string
  /** A key of the source, such as a MusicBrainz id. Rows with the same key belong to one album. */
  key?: string
  /** The title and the artist before they were corrected, or that they would be if the folder of the disc were all of the album. */
  former?: { title: string; artist?: string }
  label?: string
  type?: (typeof albumTypes)[number]
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  release_date?: string
  cover_path?: string
}

/** What a table says about a record that is no track. The title is the name, where the record has no title. */
export interface RecordRow extends Omit<AlbumRow, 'artist' | 'former'> {
  place: string
  /** Whole seconds. */
  duration?: number
}
