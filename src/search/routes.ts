import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../auth/callers.ts'
import type { Guards } from '../auth/guards.ts'
import { User } from '../auth/users/model.ts'
import type { Cache } from '../cache/cache.ts'
import type { Database } from '../database/database.ts'
import { createYielder } from '../eventLoop.ts'
import { createResponse } from '../http/cachedResponse.ts'
import { describeParameters, type Parameters } from '../http/query.ts'
import { BadRequestBody, errorResponses, notModified } from '../http/schemas.ts'
import { mapValues } from '../objects.ts'
import { Genre } from '../resources/genre.ts'
import { Label } from '../resources/label.ts'
import { ListedAlbum, ListedArtist, ListedTrack } from '../resources/responses.ts'
import { capitalize } from '../words.ts'
import { findIds } from './find.ts'
import { linkHeader } from './links.ts'
import { parametersOf, parseSearch } from './parameters.ts'
import { type Searchable, type SearchableName, searchables } from './searchables.ts'

/** What the routes of searches are created with. */
interface SearchRouteDeps {
  database: Pick<Database, 'longSnapshot'>
  cache: Pick<Cache, 'send' | 'sendUncached'>
  guards: Guards
}

const utf8 = new TextEncoder()

const parameters = mapValues<SearchableName, Searchable, Parameters>(searchables, parametersOf)

/** How many records one statement reads before others may run: those of most pages. It takes a millisecond or two. */
const recordsPerSlice = 100

/** Reads a page as the JSON of its records. */
const readPage = (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  resource: SearchableName,
  query: URLSearchParams,
  user_id: number,
) => {
  const searchable: Searchable = searchables[resource]
  const search = parseSearch(parameters[resource], query)
  const yieldIfDue = createYielder()
  return longSnapshot(async (read) => {
    const { ids, total } = await findIds(read, resource, searchable, { ...search, user_id }, yieldIfDue)
    const records: string[] = []
    for (let start = 0; start < ids.length; start += recordsPerSlice) {
      await yieldIfDue()
      const idsOfSlice = ids.slice(start, start + recordsPerSlice)
      const found = new Map((await searchable.readRecords(read, idsOfSlice)).map((record) => [record.id, record]))
      for (const id of idsOfSlice) if (found.has(id)) records.push(JSON.stringify(found.get(id)))
    }
    return { json: `[${records.join()}]`, total, limit: search.limit, offset: search.offset }
  })
}

export const searchRoutes = ({ database, cache, guards }: SearchRouteDeps) => {
  const respond =
    (resource: SearchableName) =>
    async ({ request, caller }: { request: Request; caller: Caller }): Promise<Response> => {
      const query = new URL(request.url).searchParams
      const page = await readPage(database, resource, query, caller.user.id)
      const bytes = utf8.encode(page.json)
      // A page may stay the same while others change: the total is part of the tag.
      const cached = createResponse(bytes, Bun.hash.xxHash64(bytes, BigInt(page.total)))
      const response = await (resource === 'users' ? cache.sendUncached : cache.send)(cached, request)
      // With a 304, the client has these headers from the response whose body it uses.
      if (response.status === 304) return response
      response.headers.set('x-total-count', String(page.total))
      response.headers.set('link', linkHeader(query, page))
      return response
    }

  const errors = { 400: BadRequestBody, ...errorResponses.signedIn }
  const describe = (resource: SearchableName) => ({
    operationId: `search${capitalize(resource)}`,
    summary: `Search ${resource}`,
    queryParameters: describeParameters(parameters[resource]),
    responseHeaders: ['X-Total-Count' as const, 'Link' as const],
  })
  return new Elysia({ prefix: '/search', tags: ['Search'] })
    .use(guards.signedIn)
    .get('/labels', respond('labels'), {
      detail: describe('labels'),
      response: { 200: Type.Array(Label), ...notModified, ...errors },
    })
    .get('/genres', respond('genres'), {
      detail: describe('genres'),
      response: { 200: Type.Array(Genre), ...notModified, ...errors },
    })
    .get('/artists', respond('artists'), {
      detail: describe('artists'),
      response: { 200: Type.Array(ListedArtist), ...notModified, ...errors },
    })
    .get('/albums', respond('albums'), {
      detail: describe('albums'),
      response: { 200: Type.Array(ListedAlbum), ...notModified, ...errors },
    })
    .get('/tracks', respond('tracks'), {
      detail: describe('tracks'),
      response: { 200: Type.Array(ListedTrack), ...notModified, ...errors },
    })
    .use(guards.adminOnly)
    .get('/users', respond('users'), {
      detail: describe('users'),
      response: { 200: Type.Array(User), ...errors, ...errorResponses.admin },
    })
}
