// The records and bodies of the API. `bun run generate` writes this file from the schemas of the server.

/** When a record was created and last changed. All times are texts in the form YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export interface Timestamps {
  created_at: string
  updated_at: string
}

export interface Role extends Timestamps {
  id: number
  name: string
}

export interface User extends Timestamps {
  id: number
  name: string
  email: string
  role_id: number
  role: Role
}

export type AlbumType = 'album' | 'single' | 'ep'

/** A label without nested records. */
export interface Label extends Timestamps {
  id: number
  name: string
}

/** The body of POST /labels and PUT /labels/:id. */
export interface LabelBody {
  /** 1 to 100 characters. */
  name: string
}

/** A genre without nested records. */
export interface Genre extends Timestamps {
  id: number
  name: string
}

/** The body of POST /genres and PUT /genres/:id. */
export interface GenreBody {
  /** 1 to 100 characters. */
  name: string
}

/** An artist without nested records. */
export interface Artist extends Timestamps {
  id: number
  name: string
  cover_path: string | null
  release_date: string | null
  label_id: number | null
  /** Whole seconds. */
  duration: number | null
}

/** The body of PUT /artists/:id. */
export interface ArtistChanges {
  /** 1 to 255 characters. */
  name?: string | undefined
  /** Up to 255 characters. */
  cover_path?: string | null | undefined
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null | undefined
  label_id?: number | null | undefined
  duration?: number | null | undefined
}

/** The body of POST /artists. */
export interface NewArtist {
  /** 1 to 255 characters. */
  name: string
  /** Up to 255 characters. */
  cover_path?: string | null | undefined
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null | undefined
  label_id?: number | null | undefined
  duration?: number | null | undefined
}

/** An album without nested records. */
export interface Album extends Timestamps {
  id: number
  title: string
  cover_path: string | null
  release_date: string | null
  /** Whole seconds. */
  duration_seconds: number | null
  type: AlbumType
  label_id: number | null
}

/** The body of PUT /albums/:id. */
export interface AlbumChanges {
  /** 1 to 255 characters. */
  title?: string | undefined
  /** Up to 255 characters. */
  cover_path?: string | null | undefined
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null | undefined
  duration_seconds?: number | null | undefined
  type?: AlbumType | undefined
  label_id?: number | null | undefined
}

/** The body of POST /albums. */
export interface NewAlbum {
  /** 1 to 255 characters. */
  title: string
  /** Up to 255 characters. */
  cover_path?: string | null | undefined
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null | undefined
  duration_seconds?: number | null | undefined
  type?: AlbumType | undefined
  label_id?: number | null | undefined
}

/** The body of POST /tracks. */
export interface NewTrack {
  /** 1 to 255 characters. */
  title: string
  /** 1 to 255 characters. */
  file_path: string
  duration_seconds?: number | null | undefined
  album_id?: number | null | undefined
  artist_ids?: number[] | undefined
  genre_ids?: number[] | undefined
}

/** A track without nested records. */
export interface Track extends Timestamps {
  id: number
  title: string
  file_path: string
  /** Whole seconds. */
  duration_seconds: number | null
  album_id: number | null
}

/** The body of PUT /tracks/:id. */
export interface TrackChanges {
  /** 1 to 255 characters. */
  title?: string | undefined
  /** 1 to 255 characters. */
  file_path?: string | undefined
  duration_seconds?: number | null | undefined
  album_id?: number | null | undefined
  artist_ids?: number[] | undefined
  genre_ids?: number[] | undefined
}

/** A track nested in an album. */
export interface AlbumTrack extends Timestamps {
  id: number
  title: string
  file_path: string
  /** Whole seconds. */
  duration_seconds: number | null
  album_id: number | null
  artists: TrackArtist[]
  genres: TrackGenre[]
}

export interface ArtistPivot extends Timestamps {
  track_id: number
  artist_id: number
}

/** A track nested in an artist. */
export interface ArtistTrack extends Timestamps {
  id: number
  title: string
  file_path: string
  /** Whole seconds. */
  duration_seconds: number | null
  album_id: number | null
  album: Album | null
  genres: TrackGenre[]
}

export interface GenrePivot extends Timestamps {
  track_id: number
  genre_id: number
}

/** An album in a list, and in the response of a write. */
export interface ListedAlbum extends Timestamps {
  id: number
  title: string
  cover_path: string | null
  release_date: string | null
  /** Whole seconds. */
  duration_seconds: number | null
  type: AlbumType
  label_id: number | null
  label: Label | null
}

/** An artist in a list, and in the response of a write. */
export interface ListedArtist extends Timestamps {
  id: number
  name: string
  cover_path: string | null
  release_date: string | null
  label_id: number | null
  /** Whole seconds. */
  duration: number | null
  label: Label | null
}

/** A track in a list, and in the response of a write. */
export interface ListedTrack extends Timestamps {
  id: number
  title: string
  file_path: string
  /** Whole seconds. */
  duration_seconds: number | null
  album_id: number | null
  album: Album | null
  artists: TrackArtist[]
  genres: TrackGenre[]
}

/** The response of GET /albums/:id. */
export interface SingleAlbum extends Timestamps {
  id: number
  title: string
  cover_path: string | null
  release_date: string | null
  /** Whole seconds. */
  duration_seconds: number | null
  type: AlbumType
  label_id: number | null
  label: Label | null
  tracks: AlbumTrack[]
}

/** The response of GET /artists/:id. */
export interface SingleArtist extends Timestamps {
  id: number
  name: string
  cover_path: string | null
  release_date: string | null
  label_id: number | null
  /** Whole seconds. */
  duration: number | null
  label: Label | null
  tracks: ArtistTrack[]
}

/** The response of GET /tracks/:id. */
export interface SingleTrack extends Timestamps {
  id: number
  title: string
  file_path: string
  /** Whole seconds. */
  duration_seconds: number | null
  album_id: number | null
  album: ListedAlbum | null
  artists: TrackArtist[]
  genres: TrackGenre[]
}

/** An artist nested in a track. `pivot` is the link between the two. */
export interface TrackArtist extends Timestamps {
  id: number
  name: string
  cover_path: string | null
  release_date: string | null
  label_id: number | null
  /** Whole seconds. */
  duration: number | null
  pivot: ArtistPivot
}

/** A genre nested in a track. `pivot` is the link between the two. */
export interface TrackGenre extends Timestamps {
  id: number
  name: string
  pivot: GenrePivot
}

/** The response of register and login. */
export interface Session {
  token: string
  user: User
}

/** The response of a like and of an unlike. */
export interface Message {
  message: string
}

/** The body of POST /register. */
export interface Registration {
  /** 1 to 255 characters. */
  name: string
  email: string
  password: string
  password_confirmation: string
  /** The code of an invitation. It is required if the operator has set `registration = "invite"`. */
  invitation?: string | undefined
}

/** The body of POST /login. */
export interface Credentials {
  email: string
  password: string
}

/** The body of PUT /me. */
export interface OwnChanges {
  /** 1 to 255 characters. */
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  current_password?: string | undefined
}

/** The body of POST /users. */
export interface NewUser {
  /** 1 to 255 characters. */
  name: string
  email: string
  password: string
  role_id?: number | undefined
}

/** The body of PUT /users/:id. */
export interface UserChanges {
  /** 1 to 255 characters. */
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  role_id?: number | undefined
}
