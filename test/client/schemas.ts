import type { Static, TSchema } from '@sinclair/typebox'
import type * as searches from '../../client/search.ts'
import type * as client from '../../client/types.ts'
import type * as session from '../../src/accounts/session/model.ts'
import type * as users from '../../src/accounts/users/model.ts'
import type { Message } from '../../src/http/schemas.ts'
import type * as albums from '../../src/resources/album.ts'
import type { albumTypes } from '../../src/resources/album.ts'
import type * as artists from '../../src/resources/artist.ts'
import type * as genres from '../../src/resources/genre.ts'
import type * as labels from '../../src/resources/label.ts'
import type * as responses from '../../src/resources/responses.ts'
import type * as tracks from '../../src/resources/track.ts'
import type * as queries from '../../src/search/queryTypes.ts'
import type { AccountEntry, AccountEntrySchema } from '../../src/seeding/accounts/format.ts'

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

assertTrue<IsTypeOf<client.Label, typeof labels.Label>>()
assertTrue<IsTypeOf<client.Genre, typeof genres.Genre>>()
assertTrue<IsTypeOf<client.Artist, typeof artists.Artist>>()
assertTrue<IsTypeOf<client.Album, typeof albums.Album>>()
assertTrue<IsTypeOf<client.Track, typeof tracks.Track>>()
assertTrue<IsTypeOf<client.TrackArtist, typeof responses.TrackArtist>>()
assertTrue<IsTypeOf<client.TrackGenre, typeof responses.TrackGenre>>()
assertTrue<IsTypeOf<client.ListedArtist, typeof responses.ListedArtist>>()
assertTrue<IsTypeOf<client.SingleArtist, typeof responses.SingleArtist>>()
assertTrue<IsTypeOf<client.ListedAlbum, typeof responses.ListedAlbum>>()
assertTrue<IsTypeOf<client.SingleAlbum, typeof responses.SingleAlbum>>()
assertTrue<IsTypeOf<client.ListedTrack, typeof responses.ListedTrack>>()
assertTrue<IsTypeOf<client.SingleTrack, typeof responses.SingleTrack>>()
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

/** `true` if a search of the client has the parameters and the orders of a query. The client takes lists, and joins them. */
type HasParametersOf<Search extends { sort?: unknown }, Query extends { sort?: unknown }> = Identical<
  [keyof Search, NonNullable<Search['sort']>],
  [keyof Query, NonNullable<Query['sort']>]
>

assertTrue<HasParametersOf<searches.LabelSearch, queries.LabelsQuery>>()
assertTrue<HasParametersOf<searches.NameSearch, queries.GenresQuery>>()
assertTrue<HasParametersOf<searches.NameSearch, queries.UsersQuery>>()
assertTrue<HasParametersOf<searches.ArtistSearch, queries.ArtistsQuery>>()
assertTrue<HasParametersOf<searches.AlbumSearch, queries.AlbumsQuery>>()
assertTrue<HasParametersOf<searches.TrackSearch, queries.TracksQuery>>()

// @ts-expect-error: a search without one of its parameters
assertTrue<HasParametersOf<Omit<searches.TrackSearch, 'liked'>, queries.TracksQuery>>()
// @ts-expect-error: a record without one of its members
assertTrue<IsTypeOf<Omit<client.SingleTrack, 'genres'>, typeof responses.SingleTrack>>()
// @ts-expect-error: a body without one of its optional members
assertTrue<IsTypeOf<Omit<client.NewTrack, 'genre_ids'>, typeof tracks.NewTrack>>()
// @ts-expect-error: a member that is not optional
assertTrue<IsTypeOf<Required<client.TrackChanges>, typeof tracks.TrackChanges>>()
// @ts-expect-error: a nested record without a member
assertTrue<IsTypeOf<Omit<client.SingleTrack, 'album'> & { album: client.Album | null }, typeof responses.SingleTrack>>()

// Not of the client, but written out for the same reason: programs need no package for its type.
assertTrue<IsTypeOf<AccountEntry, typeof AccountEntrySchema>>()
