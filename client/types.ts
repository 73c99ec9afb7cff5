// The records and bodies of the API. The members are those of the server's schemas, in src/**/model.ts: a type test compares
// both. Timestamps and dates are texts in the form YYYY-MM-DDTHH:MM:SS.ffffffZ.

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

export interface Label extends Timestamps {
  id: number
  name: string
}

export interface Genre extends Timestamps {
  id: number
  name: string
}

/** An artist without nested records. */
export interface Artist extends Timestamps {
  id: number
  name: string
  cover_path: string | null
  release_date: string | null
  label_id: number | null
  duration: number | null
}

export type AlbumType = 'album' | 'single' | 'ep'

/** An album without nested records. */
export interface Album extends Timestamps {
  id: number
  title: string
  cover_path: string | null
  release_date: string | null
  duration_seconds: number | null
  type: AlbumType
  label_id: number | null
}

/** A track without nested records. */
export interface Track extends Timestamps {
  id: number
  title: string
  file_path: string
  duration_seconds: number | null
  album_id: number | null
}

/** An artist nested in a track. `pivot` is the link between the two. */
export interface TrackArtist extends Artist {
  pivot: Timestamps & { track_id: number; artist_id: number }
}

/** A genre nested in a track. `pivot` is the link between the two. */
export interface TrackGenre extends Genre {
  pivot: Timestamps & { track_id: number; genre_id: number }
}

/** An artist in a list, and in the response of a write. */
export interface ListedArtist extends Artist {
  label: Label | null
}

/** The response of GET /artists/:id. */
export interface SingleArtist extends ListedArtist {
  tracks: (Track & { album: Album | null; genres: TrackGenre[] })[]
}

/** An album in a list, and in the response of a write. */
export interface ListedAlbum extends Album {
  label: Label | null
}

/** The response of GET /albums/:id. */
export interface SingleAlbum extends ListedAlbum {
  tracks: (Track & { artists: TrackArtist[]; genres: TrackGenre[] })[]
}

/** A track in a list, and in the response of a write. */
export interface ListedTrack extends Track {
  album: Album | null
  artists: TrackArtist[]
  genres: TrackGenre[]
}

/** The response of GET /tracks/:id: its album nests a label. */
export interface SingleTrack extends Track {
  album: ListedAlbum | null
  artists: TrackArtist[]
  genres: TrackGenre[]
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
  name: string
  email: string
  password: string
  password_confirmation: string
  /** Required where registering needs an invitation. */
  invitation?: string
}

/** The body of POST /login. */
export interface Credentials {
  email: string
  password: string
}

/** The body of PUT /me. */
export interface OwnChanges {
  name?: string
  email?: string
  password?: string
  /** Required to change the email or the password. */
  current_password?: string
}

/** The body of POST /users. */
export interface NewUser {
  name: string
  email: string
  password: string
  role_id?: number
}

/** The body of PUT /users/:id. */
export type UserChanges = Partial<NewUser>

/** The body of POST /labels and PUT /labels/:id. */
export interface LabelBody {
  name: string
}

/** The body of POST /genres and PUT /genres/:id. */
export interface GenreBody {
  name: string
}

/** The body of POST /artists. */
export interface NewArtist {
  name: string
  cover_path?: string | null
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null
  label_id?: number | null
  duration?: number | null
}

/** The body of PUT /artists/:id. */
export type ArtistChanges = Partial<NewArtist>

/** The body of POST /albums. */
export interface NewAlbum {
  title: string
  cover_path?: string | null
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null
  duration_seconds?: number | null
  /** `album` by default. */
  type?: AlbumType
  label_id?: number | null
}

/** The body of PUT /albums/:id. */
export type AlbumChanges = Partial<NewAlbum>

/** The body of POST /tracks. */
export interface NewTrack {
  title: string
  file_path: string
  duration_seconds?: number | null
  album_id?: number | null
  artist_ids?: number[]
  genre_ids?: number[]
}

/** The body of PUT /tracks/:id. */
export type TrackChanges = Partial<NewTrack>
