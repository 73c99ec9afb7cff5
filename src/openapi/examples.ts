import type { Static } from '@sinclair/typebox'
import { version } from '../../package.json'
import type * as session from '../auth/session/model.ts'
import type * as users from '../auth/users/model.ts'
import type * as album from '../catalogue/album/model.ts'
import type * as artist from '../catalogue/artist/model.ts'
import type * as genre from '../catalogue/genre/model.ts'
import type * as label from '../catalogue/label/model.ts'
import type * as records from '../catalogue/records.ts'
import type * as track from '../catalogue/track/model.ts'
import { consoleExamples } from './consoleExamples.ts'

// Examples of request bodies and responses. Their ids exist in the sample catalogue.

const timestamps = { created_at: '2026-01-31T18:30:00.123456Z', updated_at: '2026-01-31T18:30:00.123456Z' }

const Label: Static<typeof records.Label> = { id: 2, name: 'Verve Records', ...timestamps }
const Genre: Static<typeof records.Genre> = { id: 3, name: 'Rock', ...timestamps }

const Artist: Static<typeof records.Artist> = {
  id: 2,
  name: 'The Velvet Underground',
  cover_path: null,
  release_date: null,
  label_id: 2,
  duration: null,
  ...timestamps,
}

const Album: Static<typeof records.Album> = {
  id: 2,
  title: 'The Velvet Underground & Nico',
  cover_path: null,
  release_date: '1967-03-12T00:00:00.000000Z',
  duration_seconds: 2871,
  type: 'album',
  label_id: 2,
  ...timestamps,
}

const Track: Static<typeof records.Track> = {
  id: 3,
  title: 'Sunday Morning',
  file_path: 'the-velvet-underground/01-sunday-morning.flac',
  duration_seconds: 173,
  album_id: 2,
  ...timestamps,
}

const artists = [{ ...Artist, pivot: { track_id: 3, artist_id: 2, ...timestamps } }]
const genres = [{ ...Genre, pivot: { track_id: 3, genre_id: 3, ...timestamps } }]

const ListedArtist: artist.ListedArtist = { ...Artist, label: Label }
const ListedAlbum: album.ListedAlbum = { ...Album, label: Label }
const ListedTrack: track.ListedTrack = { ...Track, album: Album, artists, genres }
const SingleArtist: artist.SingleArtist = { ...ListedArtist, tracks: [{ ...Track, album: Album, genres }] }
const SingleAlbum: album.SingleAlbum = { ...ListedAlbum, tracks: [{ ...Track, artists, genres }] }
const SingleTrack: track.SingleTrack = { ...Track, album: ListedAlbum, artists, genres }

const User: users.User = {
  id: 2,
  name: 'Ada',
  email: 'ada@example.com',
  role_id: 2,
  ...timestamps,
  role: { id: 2, name: 'user', ...timestamps },
}

const token = 'mlib_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA'
const Session: session.Session = { token, user: User }

const LabelBody: Static<typeof label.LabelBody> = { name: 'Blue Note' }
const GenreBody: Static<typeof genre.GenreBody> = { name: 'Hard bop' }

const NewArtist: Static<typeof artist.NewArtist> = { name: 'John Coltrane', label_id: 1 }
const ArtistChanges: Static<typeof artist.ArtistChanges> = { name: 'John William Coltrane', label_id: null }

const NewAlbum: Static<typeof album.NewAlbum> = {
  title: 'Blue Train',
  release_date: '1958-01-01',
  duration_seconds: 2563,
  type: 'album',
  label_id: 1,
}
const AlbumChanges: Static<typeof album.AlbumChanges> = { type: 'ep', cover_path: 'covers/blue-train.jpg' }

const NewTrack: Static<typeof track.NewTrack> = {
  title: 'Moment’s Notice',
  file_path: 'john-coltrane/blue-train/02-moments-notice.flac',
  duration_seconds: 550,
  album_id: 1,
  artist_ids: [1],
  genre_ids: [1, 2],
}
const TrackChanges: Static<typeof track.TrackChanges> = { duration_seconds: 551, genre_ids: [1] }

const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

const Registration: Static<typeof session.Registration> = { ...account, password_confirmation: 'a long secret' }
const Credentials: Static<typeof session.Credentials> = { email: account.email, password: account.password }
const NewUser: Static<typeof users.NewUser> = { ...account, role_id: 2 }
const UserChanges: Static<typeof users.UserChanges> = { name: 'Ada Lovelace' }
const OwnChanges: Static<typeof users.OwnChanges> = { name: 'Ada Lovelace' }

/** By the name of a schema, or by the id of an operation that returns a message. */
export const examples: Record<string, unknown> = {
  Label,
  Genre,
  Artist,
  Album,
  Track,
  ListedArtist,
  ListedAlbum,
  ListedTrack,
  SingleArtist,
  SingleAlbum,
  SingleTrack,
  User,
  Session,
  LabelBody,
  GenreBody,
  NewArtist,
  ArtistChanges,
  NewAlbum,
  AlbumChanges,
  NewTrack,
  TrackChanges,
  Registration,
  Credentials,
  NewUser,
  UserChanges,
  OwnChanges,
  ...consoleExamples,
  logOut: { message: 'Logged out.' },
  likeTrack: { message: 'Track liked.' },
  unlikeTrack: { message: 'Track unliked.' },
  Alive: { status: 'alive', version },
  Ready: { status: 'ready' },
  NotReady: { status: 'not ready', message: 'Another file has taken the place of the library.' },
}
