import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'
import { createArtist, deleteArtist, requireArtist, updateArtist } from './store.ts'

const idOf = (params: RecordPath) => parseId('Artist', params)

export const artistRoutes = ({ database, cache, jsonBody, findCaller }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/artists' })
    .use(signedIn(findCaller))
    .get('/', ({ request }) => cache.sendList('artists', request), {
      response: { 200: Type.Array(ListedArtist), ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('artists', idOf(params), request), {
      response: { 200: SingleArtist, ...errorResponses.record },
    })

    .use(adminOnly(findCaller))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createArtist(tx, now, body))),
      { ...jsonBody(NewArtist), response: { 201: ListedArtist, ...errorResponses.admin, ...errorResponses.body } },
    )
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateArtist(tx, now, idOf(params), body)), {
      ...jsonBody(ArtistChanges, async ({ params }) => void (await requireArtist(database.read, idOf(params)))),
      response: { 200: ListedArtist, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteArtist(tx, idOf(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
