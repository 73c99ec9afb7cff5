import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'
import { createAlbum, deleteAlbum, requireAlbum, updateAlbum } from './store.ts'

const idOf = (params: RecordPath) => parseId('Album', params)

export const albumRoutes = ({ database, cache, jsonBody, findCaller }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/albums' })
    .use(signedIn(findCaller))
    .get('/', ({ request }) => cache.sendList('albums', request), {
      response: { 200: Type.Array(ListedAlbum), ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('albums', idOf(params), request), {
      response: { 200: SingleAlbum, ...errorResponses.record },
    })

    .use(adminOnly(findCaller))
    .post('/', async ({ body, status }) => status(201, await database.write((tx, now) => createAlbum(tx, now, body))), {
      ...jsonBody(NewAlbum),
      response: { 201: ListedAlbum, ...errorResponses.admin, ...errorResponses.body },
    })
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateAlbum(tx, now, idOf(params), body)), {
      ...jsonBody(AlbumChanges, async ({ params }) => void (await requireAlbum(database.read, idOf(params)))),
      response: { 200: ListedAlbum, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteAlbum(tx, idOf(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
