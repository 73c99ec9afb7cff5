import type { Static } from '@sinclair/typebox'
import type * as searches from '../../client/search.ts'
import type * as queries from '../../src/search/queryTypes.ts'
import type { AccountEntry, AccountEntrySchema } from '../../src/seeding/accounts/format.ts'

// What is written by hand equals the types of the server: tsc fails here if it differs. The file has nothing to run.

/** One object type, without intersections and inherited members, so that equal types are identical. */
type Flat<Type> = Type extends (infer Item)[]
  ? Flat<Item>[]
  : Type extends object
    ? { [Name in keyof Type]: Flat<Type[Name]> }
    : Type

type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const assertTrue = <_ extends true>() => {}

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
assertTrue<Identical<Flat<AccountEntry>, Flat<Static<typeof AccountEntrySchema>>>>()

// @ts-expect-error: a search without one of its parameters
assertTrue<HasParametersOf<Omit<searches.TrackSearch, 'liked'>, queries.TracksQuery>>()
