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
import type { albumTypes } from '../../src/resources/album.ts'
import type { Message } from '../../src/http/schemas.ts'
import type { AccountEntry } from '../../src/seeding/accounts/entry.ts'
import type { AccountEntrySchema } from '../../src/seeding/accounts/format.ts'

// The types of the client are those of the server's schemas: tsc fails here if a member, its type or its being optional
// differs. The file has nothing to run.

/** One object type, without intersections and inherited members, so that equal types are identical. */
type Flat<Type> = Type extends (infer Item)[]
  ? Flat<Item>[]
  : Type extends object
    ? { [Name in keyof Type]: Flat<Type[Name]> }
    : Type

type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** `true` if a type of the client is that of the schema. */
type IsTypeOf<Type, Schema extends TSchema> = Identical<Flat<Type>, Flat<Static<Schema>>>

const assertTrue = <_ extends true>() => {}

assertTrue<Identical<client.AlbumType, (typeof albumTypes)[number]>>()

assertTrue<IsTypeOf<client.Label, typeof records.Label>>()
assertTrue<IsTypeOf<client.Genre, typeof records.Genre>>()
assertTrue<IsTypeOf<client.Artist, typeof records.Artist>>()
assertTrue<IsTypeOf<client.Album, typeof records.Album>>()
assertTrue<IsTypeOf<client.Track, typeof records.Track>>()
assertTrue<IsTypeOf<client.TrackArtist, typeof records.TrackArtist>>()
assertTrue<IsTypeOf<client.TrackGenre, typeof records.TrackGenre>>()
assertTrue<IsTypeOf<client.ListedArtist, typeof artists.ListedArtist>>()
assertTrue<IsTypeOf<client.SingleArtist, typeof artists.SingleArtist>>()
assertTrue<IsTypeOf<client.ListedAlbum, typeof albums.ListedAlbum>>()
assertTrue<IsTypeOf<client.SingleAlbum, typeof albums.SingleAlbum>>()
assertTrue<IsTypeOf<client.ListedTrack, typeof tracks.ListedTrack>>()
assertTrue<IsTypeOf<client.SingleTrack, typeof tracks.SingleTrack>>()
assertTrue<IsTypeOf<client.User, typeof users.User>>()
assertTrue<IsTypeOf<client.Session, typeof session.Session>>()
assertTrue<IsTypeOf<client.Message, typeof Message>>()

assertTrue<IsTypeOf<client.LabelBody, typeof labels.LabelBody>>()
assertTrue<IsTypeOf<client.GenreBody, typeof genres.GenreBody>>()
assertTrue<IsTypeOf<client.NewArtist, typeof artists.NewArtist>>()
assertTrue<IsTypeOf<client.ArtistChanges, typeof artists.ArtistChanges>>()
assertTrue<IsTypeOf<client.NewAlbum, typeof albums.NewAlbum>>()
assertTrue<IsTypeOf<client.AlbumChanges, typeof albums.AlbumChanges>>()
assertTrue<IsTypeOf<client.NewTrack, typeof tracks.NewTrack>>()
assertTrue<IsTypeOf<client.TrackChanges, typeof tracks.TrackChanges>>()
assertTrue<IsTypeOf<client.NewUser, typeof users.NewUser>>()
assertTrue<IsTypeOf<client.UserChanges, typeof users.UserChanges>>()
assertTrue<IsTypeOf<client.OwnChanges, typeof users.OwnChanges>>()
assertTrue<IsTypeOf<client.Credentials, typeof session.Credentials>>()
assertTrue<IsTypeOf<client.Registration, typeof session.Registration>>()

// @ts-expect-error: a record without one of its members
assertTrue<IsTypeOf<Omit<client.SingleTrack, 'genres'>, typeof tracks.SingleTrack>>()
// @ts-expect-error: a body without one of its optional members
assertTrue<IsTypeOf<Omit<client.NewTrack, 'genre_ids'>, typeof tracks.NewTrack>>()
// @ts-expect-error: a member that is not optional
assertTrue<IsTypeOf<Required<client.TrackChanges>, typeof tracks.TrackChanges>>()
// @ts-expect-error: a nested record without a member
assertTrue<IsTypeOf<Omit<client.SingleTrack, 'album'> & { album: client.Album | null }, typeof tracks.SingleTrack>>()

// Not of the client, but written out for the same reason: programs need no package for its type.
assertTrue<IsTypeOf<AccountEntry, typeof AccountEntrySchema>>()
