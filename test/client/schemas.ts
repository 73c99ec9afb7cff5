import type { Static, TSchema } from '@sinclair/typebox'
import type * as client from '../../client/types.ts'
import type * as session from '../../src/auth/session/model.ts'
import type * as users from '../../src/auth/users/model.ts'
import type * as albums from '../../src/catalogue/album/model.ts'
import type * as artists from '../../src/catalogue/artist/model.ts'
import type * as genres from '../../src/catalogue/genre/model.ts'
import type * as labels from '../../src/catalogue/label/model.ts'
import type * as records from '../../src/catalogue/records.ts'
import type * as tracks from '../../src/catalogue/track/model.ts'
import type { albumTypes } from '../../src/database/schema.ts'
import type { Message } from '../../src/http/schemas.ts'

// The types of the client are those of the server's schemas: tsc fails here if a member, its type or its being optional
// differs. The file has nothing to run.

/** One object type, without intersections and inherited members, so that equal types are identical. */
type Flat<Type> = Type extends (infer Item)[]
  ? Flat<Item>[]
  : Type extends object
    ? { [Name in keyof Type]: Flat<Type[Name]> }
    : Type

type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The only members named `type` are those of albums. The client narrows them to the values that the database allows. */
type WithAlbumType<Type> = Type extends (infer Item)[]
  ? WithAlbumType<Item>[]
  : Type extends object
    ? { [Name in keyof Type]: Name extends 'type' ? AlbumType : WithAlbumType<Type[Name]> }
    : Type

type AlbumType = (typeof albumTypes)[number]

/** `true` if a record of the client is that of the schema. */
type IsRecord<Type, Schema extends TSchema> = Identical<Flat<Type>, Flat<WithAlbumType<Static<Schema>>>>

/** `true` if a body of the client is that of the schema. */
type IsBody<Type, Schema extends TSchema> = Identical<Flat<Type>, Flat<Static<Schema>>>

const assertTrue = <_ extends true>() => {}

assertTrue<Identical<client.AlbumType, AlbumType>>()

assertTrue<IsRecord<client.Label, typeof records.Label>>()
assertTrue<IsRecord<client.Genre, typeof records.Genre>>()
assertTrue<IsRecord<client.Artist, typeof records.Artist>>()
assertTrue<IsRecord<client.Album, typeof records.Album>>()
assertTrue<IsRecord<client.Track, typeof records.Track>>()
assertTrue<IsRecord<client.TrackArtist, typeof records.TrackArtist>>()
assertTrue<IsRecord<client.TrackGenre, typeof records.TrackGenre>>()
assertTrue<IsRecord<client.ListedArtist, typeof artists.ListedArtist>>()
assertTrue<IsRecord<client.SingleArtist, typeof artists.SingleArtist>>()
assertTrue<IsRecord<client.ListedAlbum, typeof albums.ListedAlbum>>()
assertTrue<IsRecord<client.SingleAlbum, typeof albums.SingleAlbum>>()
assertTrue<IsRecord<client.ListedTrack, typeof tracks.ListedTrack>>()
assertTrue<IsRecord<client.SingleTrack, typeof tracks.SingleTrack>>()
assertTrue<IsRecord<client.User, typeof users.User>>()
assertTrue<IsRecord<client.Session, typeof session.Session>>()
assertTrue<IsRecord<client.Message, typeof Message>>()

assertTrue<IsBody<client.LabelBody, typeof labels.LabelBody>>()
assertTrue<IsBody<client.GenreBody, typeof genres.GenreBody>>()
assertTrue<IsBody<client.NewArtist, typeof artists.NewArtist>>()
assertTrue<IsBody<client.ArtistChanges, typeof artists.ArtistChanges>>()
assertTrue<IsBody<client.NewAlbum, typeof albums.NewAlbum>>()
assertTrue<IsBody<client.AlbumChanges, typeof albums.AlbumChanges>>()
assertTrue<IsBody<client.NewTrack, typeof tracks.NewTrack>>()
assertTrue<IsBody<client.TrackChanges, typeof tracks.TrackChanges>>()
assertTrue<IsBody<client.NewUser, typeof users.NewUser>>()
assertTrue<IsBody<client.UserChanges, typeof users.UserChanges>>()
assertTrue<IsBody<client.OwnChanges, typeof users.OwnChanges>>()
assertTrue<IsBody<client.Credentials, typeof session.Credentials>>()
assertTrue<IsBody<Required<client.Registration>, typeof session.InvitedRegistration>>()
assertTrue<IsBody<Omit<client.Registration, 'invitation'>, typeof session.Registration>>()

// @ts-expect-error: a record without one of its members
assertTrue<IsRecord<Omit<client.SingleTrack, 'genres'>, typeof tracks.SingleTrack>>()
// @ts-expect-error: a body without one of its optional members
assertTrue<IsBody<Omit<client.NewTrack, 'genre_ids'>, typeof tracks.NewTrack>>()
// @ts-expect-error: a member that is not optional
assertTrue<IsBody<Required<client.TrackChanges>, typeof tracks.TrackChanges>>()
// @ts-expect-error: a nested record without a member
assertTrue<IsRecord<Omit<client.SingleTrack, 'album'> & { album: client.Album | null }, typeof tracks.SingleTrack>>()
