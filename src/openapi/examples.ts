import type { Static } from '@sinclair/typebox'
import { version } from '../../package.json'
import type * as session from '../auth/session/model.ts'
import type * as users from '../auth/users/model.ts'
import { mapValues } from '../records.ts'
import { album } from '../resources/album.ts'
import { artist } from '../resources/artist.ts'
import { idsName } from '../resources/fields/reference.ts'
import { genre } from '../resources/genre.ts'
import { label } from '../resources/label.ts'
import type { ResourceDescription } from '../resources/resource.ts'
import { track } from '../resources/track.ts'
import { consoleExamples } from './consoleExamples.ts'

// Examples of request bodies and responses. Their ids exist in the sample catalogue.

const timestamps = { created_at: '2026-01-31T18:30:00.123456Z', updated_at: '2026-01-31T18:30:00.123456Z' }

/** A record without nested records. Its id is that of a record of the sample catalogue. */
const recordOf = (id: number, { fields }: ResourceDescription) => ({
  id,
  ...mapValues(fields, ({ example }) => example),
  ...timestamps,
})

/** The body of a POST with all members. */
const bodyOf = ({ fields, relations = {} }: ResourceDescription) => ({
  ...mapValues(fields, ({ example, bodyExample = example }) => bodyExample),
  ...Object.fromEntries(Object.values(relations).map((relation) => [idsName(relation), relation.example])),
})

const Label = recordOf(11, label)
const Genre = recordOf(18, genre)
const Artist = recordOf(12, artist)
const Album = recordOf(13, album)
const Track = recordOf(150, track)

const artists = [{ ...Artist, pivot: { track_id: Track.id, artist_id: Artist.id, ...timestamps } }]
const genres = [{ ...Genre, pivot: { track_id: Track.id, genre_id: Genre.id, ...timestamps } }]

const ListedArtist = { ...Artist, label: Label }
const ListedAlbum = { ...Album, label: Label }
const ListedTrack = { ...Track, album: Album, artists, genres }
const SingleArtist = { ...ListedArtist, tracks: [{ ...Track, album: Album, genres }] }
const SingleAlbum = { ...ListedAlbum, tracks: [{ ...Track, artists, genres }] }
const SingleTrack = { ...Track, album: ListedAlbum, artists, genres }

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

const LabelBody = bodyOf(label)
const GenreBody = bodyOf(genre)
const NewArtist = bodyOf(artist)
const NewAlbum = bodyOf(album)
const NewTrack = bodyOf(track)
const ArtistChanges = { label_id: null }
const AlbumChanges = { type: 'ep' }
const TrackChanges = { duration_seconds: 563, genre_ids: [18] }

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
