import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Elysia, status } from 'elysia'
import type { Guards } from '../accounts/guards.ts'
import type { AuditedWrite } from '../audit/auditedWrite.ts'
import { keysOf } from '../base/objects.ts'
import { capitalize, joinWords, withArticle } from '../base/words.ts'
import { ifMatchOf, requireMatch } from '../http/etags.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import { changedResponse, createdResponse, jsonResponse } from '../http/jsonResponse.ts'
import { parsePathId, type RecordPath } from '../http/paths.ts'
import { conditional, errorResponses, noContent, notModified } from '../http/schemas.ts'
import type { Reader } from '../library/connection.ts'
import type { ReadDatabase } from '../library/database.ts'
import type { RequestWork } from '../library/longWork.ts'
import { AlbumChanges, NewAlbum } from '../resources/album.ts'
import { ArtistChanges, NewArtist } from '../resources/artist.ts'
import { Genre, GenreBody } from '../resources/genre.ts'
import { Label, LabelBody } from '../resources/label.ts'
import {
  ListedAlbum,
  ListedArtist,
  ListedTrack,
  SingleAlbum,
  SingleArtist,
  SingleTrack,
} from '../resources/responses.ts'
import { NewTrack, TrackChanges } from '../resources/track.ts'
import { type Members, readMembers } from './members.ts'
import { type ResourceName, resources } from './resources.ts'
import { requireRecord } from './store.ts'
import { createRecord, deleteRecord, findBodyErrors, updateRecord } from './writes.ts'

/** Responds to the GETs of all resources, and knows the tags of these responses (`cache/cache.ts`). */
interface ResourceCache {
  sendList(name: ResourceName, work: RequestWork): Promise<Response>
  sendRecord(name: ResourceName, id: number, work: RequestWork): Promise<Response>
  /** Reads the tag of the GET of a record, in the state that `read` sees. @throws NotFound */
  readEtag(read: Reader, name: ResourceName, id: number): Promise<string>
}

/** What the routes of resources are created with. */
interface CatalogueRouteDeps {
  database: ReadDatabase
  cache: ResourceCache
  jsonBody: JsonBody
  guards: Guards
}

/** The schemas of a resource, by what has them. */
interface Schemas<Listed, Single, New, Changes> {
  /** A record in a list, and in the response of a write. */
  listed: Listed
  /** The response of a GET of one record. */
  single: Single
  /** The body of a POST. */
  created: New
  /** The body of a PUT. */
  changes: Changes
}

/** The routes of all resources. */
export const catalogueRoutes = (deps: CatalogueRouteDeps) =>
  new Elysia()
    .use(resourceRoutes(deps, 'labels', { listed: Label, single: Label, created: LabelBody, changes: LabelBody }))
    .use(resourceRoutes(deps, 'genres', { listed: Genre, single: Genre, created: GenreBody, changes: GenreBody }))
    .use(
      resourceRoutes(deps, 'artists', {
        listed: ListedArtist,
        single: SingleArtist,
        created: NewArtist,
        changes: ArtistChanges,
      }),
    )
    .use(
      resourceRoutes(deps, 'albums', {
        listed: ListedAlbum,
        single: SingleAlbum,
        created: NewAlbum,
        changes: AlbumChanges,
      }),
    )
    .use(
      resourceRoutes(deps, 'tracks', {
        listed: ListedTrack,
        single: SingleTrack,
        created: NewTrack,
        changes: TrackChanges,
      }),
    )

/** The routes of one resource. Its name and schemas are type parameters: typed clients know the path, bodies and responses. */
const resourceRoutes = <
  const Name extends ResourceName,
  Listed extends TSchema,
  Single extends TSchema,
  New extends TObject,
  Changes extends TObject,
>(
  { jsonBody, guards, ...deps }: CatalogueRouteDeps,
  name: Name,
  { listed, single, created, changes }: Schemas<Listed, Single, New, Changes>,
) => {
  const { kind, references, relations, children } = resources[name]
  const [oneKind, tag] = [capitalize(kind), capitalize(name)]
  const handlers = createHandlers(deps, name)
  const nested = [...keysOf(references), ...keysOf(relations)]
  const nestedInList = nested.length > 0 ? `, each with its ${joinWords(nested)}` : ''
  const nestedInOne = [...nested, ...(children ? [children] : [])]
  const withNested = nestedInOne.length > 0 ? ` with its ${joinWords(nestedInOne)}` : ''

  // Its guard is not that of the others.
  const reads = new Elysia({ tags: [tag] })
    .use(guards.signedInOrGuest)
    .get('/', handlers.list, {
      detail: { operationId: `list${tag}`, summary: `List all ${name}${nestedInList}` },
      response: { 200: Type.Array(listed), ...notModified, ...errorResponses.signedInOrGuest },
    })
    .get('/:id', handlers.read, {
      detail: { operationId: `read${oneKind}`, summary: `Read ${withArticle(kind)}${withNested}` },
      response: { 200: single, ...notModified, ...errorResponses.record },
    })

  return new Elysia({ prefix: `/${name}`, tags: [tag] })
    .use(reads)
    .use(guards.adminOnly)
    .post('/', handlers.create, {
      ...jsonBody(created, handlers.findErrors),
      detail: {
        operationId: `create${oneKind}`,
        summary: `Create ${withArticle(kind)}`,
        responseHeaders: ['Location'],
      },
      response: { 201: listed, ...errorResponses.admin, ...errorResponses.body },
    })
    .put('/:id', handlers.update, {
      ...jsonBody(changes, handlers.findErrorsOfChange),
      detail: {
        operationId: `update${oneKind}`,
        summary: `Change ${withArticle(kind)}`,
        responseHeaders: ['ChangedETag'],
      },
      response: { 200: listed, ...conditional, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete('/:id', handlers.remove, {
      detail: { operationId: `delete${oneKind}`, summary: `Delete ${withArticle(kind)}` },
      response: { ...noContent, ...conditional, ...errorResponses.adminRecord },
    })
}

interface ReadContext {
  params: RecordPath
  longWork: RequestWork
}

interface WriteContext {
  params: RecordPath
  body: unknown
  write: AuditedWrite
  request: Request
}

/** A request whose body breaks a rule. */
interface RejectedContext {
  params: RecordPath
  members: Members
  request: Request
}

/** What the routes of a resource do. */
const createHandlers = ({ database, cache }: Pick<CatalogueRouteDeps, 'database' | 'cache'>, name: ResourceName) => {
  const kind = capitalize(resources[name].kind)
  const idOf = (params: RecordPath) => parsePathId(kind, params)
  const requireVersion = async (read: Reader, id: number, ifMatch: string) =>
    requireMatch(ifMatch, await cache.readEtag(read, name, id))
  return {
    list: ({ longWork }: Pick<ReadContext, 'longWork'>) => cache.sendList(name, longWork),
    read: ({ params, longWork }: ReadContext) => cache.sendRecord(name, idOf(params), longWork),
    create: async ({ body, write, request }: Omit<WriteContext, 'params'>) =>
      createdResponse(await write((tx) => createRecord(tx, name, body as Members)), request),
    findErrors: ({ members }: Pick<RejectedContext, 'members'>) => findBodyErrors(database.read, name, members),
    /** Requires the record, and the version that the request names if it does. */
    findErrorsOfChange: ({ params, request, members }: RejectedContext) => {
      const id = idOf(params)
      const ifMatch = ifMatchOf(request)
      return database.snapshot(async (read) => {
        if (ifMatch === null) await requireRecord(read, name, id)
        else await requireVersion(read, id, ifMatch)
        return findBodyErrors(read, name, members, await readMembers(read, name, id))
      })
    },
    update: async ({ params, body, write, request }: WriteContext) => {
      const id = idOf(params)
      const ifMatch = ifMatchOf(request)
      if (ifMatch === null) return jsonResponse(await write((tx) => updateRecord(tx, name, id, body as Members)))
      return write(async (tx) => {
        await requireVersion(tx.db, id, ifMatch)
        const record = await updateRecord(tx, name, id, body as Members)
        return changedResponse(record, await cache.readEtag(tx.db, name, id))
      })
    },
    remove: async ({ params, write, request }: Omit<WriteContext, 'body'>) => {
      const id = idOf(params)
      const ifMatch = ifMatchOf(request)
      await write(async (tx) => {
        if (ifMatch !== null) await requireVersion(tx.db, id, ifMatch)
        await deleteRecord(tx, name, id)
      })
      return status(204, undefined)
    },
  }
}
