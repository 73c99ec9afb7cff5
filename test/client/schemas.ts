import type { treaty } from '@elysiajs/eden'
import type { Static } from '@sinclair/typebox'
import type { Client, RequestOptions } from '../../client/index.ts'
import type * as searches from '../../client/search.ts'
import type { App } from '../../src/app/app.ts'
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

type Api = ReturnType<typeof treaty<App>>['api']

type Method = (...args: never[]) => Promise<unknown>

/** The body among the parameters of a method of the client: it is neither an id nor the options. */
type BodyOf<Parameters extends unknown[]> = Parameters extends [infer First, ...infer Rest]
  ? First extends number
    ? BodyOf<Rest>
    : First extends RequestOptions
      ? undefined
      : First
  : undefined

/** The body of a route. One without a body has options in its place, or anything. */
type RouteBody<First> = unknown extends First
  ? undefined
  : 'fetch' extends keyof NonNullable<First>
    ? undefined
    : NonNullable<First>

/** `true` if a method of the client takes the body of a route, and returns what it responds. */
type Calls<Call extends Method, Route extends (...args: never[]) => Promise<{ data: unknown }>> = Identical<
  [Flat<BodyOf<Required<Parameters<Call>>>>, Flat<Awaited<ReturnType<Call>>>],
  [Flat<RouteBody<Parameters<Route>[0]>>, Flat<NonNullable<Awaited<ReturnType<Route>>['data']>>]
>

type Names = 'labels' | 'genres' | 'artists' | 'albums' | 'tracks' | 'users'

/** `true` for each resource whose methods have the types of its routes. */
type Resources = {
  [Name in Names]: [
    Calls<Client[Name]['list'], Api[Name]['get']>,
    Calls<Client[Name]['get'], ReturnType<Api[Name]>['get']>,
    Calls<Client[Name]['create'], Api[Name]['post']>,
    Calls<Client[Name]['update'], ReturnType<Api[Name]>['put']>,
  ]
}

assertTrue<Identical<Resources, { [Name in Names]: [true, true, true, true] }>>()
assertTrue<Calls<Client['register'], Api['register']['post']>>()
assertTrue<Calls<Client['login'], Api['login']['post']>>()
assertTrue<Calls<Client['me']['get'], Api['me']['get']>>()
assertTrue<Calls<Client['me']['update'], Api['me']['put']>>()
assertTrue<Calls<Client['me']['likes'], Api['me']['likes']['get']>>()
assertTrue<Calls<Client['tracks']['like'], ReturnType<Api['tracks']>['like']['post']>>()
assertTrue<Calls<Client['tracks']['unlike'], ReturnType<Api['tracks']>['like']['delete']>>()

// @ts-expect-error: a method with the result of another one
assertTrue<Calls<Client['tracks']['list'], ReturnType<Api['tracks']>['get']>>()
// @ts-expect-error: a method with the body of another one
assertTrue<Calls<Client['albums']['create'], ReturnType<Api['albums']>['put']>>()
// @ts-expect-error: a search without one of its parameters
assertTrue<HasParametersOf<Omit<searches.TrackSearch, 'liked'>, queries.TracksQuery>>()
