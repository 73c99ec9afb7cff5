import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../accounts/callers.ts'
import type { Guards } from '../accounts/guards.ts'
import { User } from '../accounts/users/model.ts'
import { capitalize } from '../base/words.ts'
import type { Cache } from '../cache/cache.ts'
import { resourceNames } from '../catalogue/resources.ts'
import { countRecords } from '../catalogue/store.ts'
import { createTextResponse } from '../http/cachedResponse.ts'
import { describeParameters, linkHeader } from '../http/query.ts'
import { BadRequestBody, errorResponses, notModified } from '../http/schemas.ts'
import type { Database } from '../library/database.ts'
import type { RequestWork } from '../library/longWork.ts'
import { Genre } from '../resources/genre.ts'
import { Label } from '../resources/label.ts'
import { ListedAlbum, ListedArtist, ListedTrack } from '../resources/responses.ts'
import { CatalogueCounts, FoundRecords } from './model.ts'
import type { SearchPages } from './pages.ts'
import { parametersOfAll } from './parameters.ts'
import type {
  AlbumsQuery,
  AllQuery,
  ArtistsQuery,
  GenresQuery,
  LabelsQuery,
  TracksQuery,
  UsersQuery,
} from './queryTypes.ts'
import type { SearchableName } from './searchables.ts'

/** What the routes of searches are created with. */
interface SearchRouteDeps {
  database: Pick<Database, 'read'>
  search: SearchPages
  cache: Pick<Cache, 'sendOwn'>
  guards: Guards
}

interface SearchContext {
  request: Request
  /** Undefined for a guest. */
  caller: Caller | undefined
  longWork: RequestWork
}

/** The type of the query, for typed clients. There is no schema: `parseSearch` parses the query, and knows better what to say of it than Elysia. */
const queryOf = <Query>() => ({}) as { query: TUnsafe<Query> }

/** The account whose likes a search may be about. A guest has none. */
const userIdOf = (caller: Caller | undefined) => caller?.user.id ?? 0

const errors = { 400: BadRequestBody, ...errorResponses.signedInOrGuest }

export const searchRoutes = (deps: SearchRouteDeps) =>
  new Elysia({ prefix: '/search', tags: ['Search'] })
    .use(deps.guards.signedInOrGuest)
    .get('/', sendAll(deps), {
      ...queryOf<AllQuery>(),
      detail: {
        operationId: 'searchAll',
        summary: 'Search everything',
        description: 'Users are only in the response to an admin.',
        queryParameters: describeParameters(parametersOfAll),
      },
      response: { 200: FoundRecords, ...errors },
    })
    .get('/counts', sendCounts(deps), {
      detail: { operationId: 'countRecords', summary: 'Count the records of each resource' },
      response: { 200: CatalogueCounts, ...notModified, ...errorResponses.signedInOrGuest },
    })
    .get('/labels', sendPage(deps, 'labels'), { ...queryOf<LabelsQuery>(), ...describePage(deps, 'labels', Label) })
    .get('/genres', sendPage(deps, 'genres'), { ...queryOf<GenresQuery>(), ...describePage(deps, 'genres', Genre) })
    .get('/artists', sendPage(deps, 'artists'), {
      ...queryOf<ArtistsQuery>(),
      ...describePage(deps, 'artists', ListedArtist),
    })
    .get('/albums', sendPage(deps, 'albums'), {
      ...queryOf<AlbumsQuery>(),
      ...describePage(deps, 'albums', ListedAlbum),
    })
    .get('/tracks', sendPage(deps, 'tracks'), {
      ...queryOf<TracksQuery>(),
      ...describePage(deps, 'tracks', ListedTrack),
    })
    .use(deps.guards.adminOnly)
    .get('/users', sendPage(deps, 'users'), {
      ...queryOf<UsersQuery>(),
      detail: detailOfPage(deps, 'users'),
      response: { 200: Type.Array(User), ...errors, ...errorResponses.admin },
    })

const detailOfPage = ({ search }: SearchRouteDeps, resource: SearchableName) => ({
  operationId: `search${capitalize(resource)}`,
  summary: `Search ${resource}`,
  queryParameters: describeParameters(search.parameters[resource]),
  responseHeaders: ['X-Total-Count' as const, 'Link' as const],
})

const describePage = <Listed extends TSchema>(deps: SearchRouteDeps, resource: SearchableName, listed: Listed) => ({
  detail: detailOfPage(deps, resource),
  response: { 200: Type.Array(listed), ...notModified, ...errors },
})

const sendPage =
  ({ cache, search: pages }: SearchRouteDeps, resource: SearchableName) =>
  async ({ request, caller, longWork }: SearchContext): Promise<Response> => {
    const query = new URL(request.url).searchParams
    const page = await pages.read(resource, query, userIdOf(caller), longWork)
    // A page may stay the same while others change: the total is part of the tag.
    const cached = createTextResponse(page.json, BigInt(page.total))
    const response = await cache.sendOwn(cached, longWork, { isStorable: resource !== 'users' })
    // With a 304, the client has these headers from the response whose body it uses.
    if (response.status === 304) return response
    response.headers.set('x-total-count', String(page.total))
    response.headers.set('link', linkHeader(query, pagesAround(page)))
    return response
  }

const sendAll =
  ({ cache, search: pages }: SearchRouteDeps) =>
  async ({ request, caller, longWork }: SearchContext): Promise<Response> => {
    const kinds: SearchableName[] = caller?.user.role.name === 'admin' ? [...resourceNames, 'users'] : resourceNames
    const query = new URL(request.url).searchParams
    const json = await pages.readAll(kinds, query, userIdOf(caller), longWork)
    // It may have users.
    return cache.sendOwn(createTextResponse(json), longWork, { isStorable: false })
  }

const sendCounts =
  ({ cache, database }: SearchRouteDeps) =>
  async ({ longWork }: SearchContext): Promise<Response> => {
    const { users, ...counts } = await countRecords(database.read)
    return cache.sendOwn(createTextResponse(JSON.stringify(counts)), longWork)
  }

interface Page {
  limit: number
  offset: number
  /** The number of records on all pages. */
  total: number
}

/** The first and the last page of a search, and those before and after one, if there are any. */
const pagesAround = ({ limit, offset, total }: Page) => {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  return {
    first: { limit, offset: 0 },
    ...(offset > 0 && { prev: { limit, offset: Math.max(0, Math.min(offset - limit, last)) } }),
    ...(offset + limit < total && { next: { limit, offset: offset + limit } }),
    last: { limit, offset: last },
  }
}
