import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent, notModified } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'
import { createArtist, deleteArtist, requireArtist, updateArtist } from './store.ts'

const idOf = (params: RecordPath) => parseId('Artist', params)

export const artistRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/artists', tags: ['Artists'] })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('artists', request), {
      detail: { operationId: 'listArtists', summary: 'List all artists, each with its label' },
      response: { 200: Type.Array(ListedArtist), ...notModified, ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('artists', idOf(params), request), {
      detail: { operationId: 'readArtist', summary: 'Read an artist with its label and tracks' },
      response: { 200: SingleArtist, ...notModified, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('artists', (tx, now) => createArtist(tx, now, body)))),
      {
        ...jsonBody(NewArtist),
        detail: { operationId: 'createArtist', summary: 'Create an artist' },
        response: { 201: ListedArtist, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('artists', id, body, (tx, now) => updateArtist(tx, now, id, body)))
      },
      {
        ...jsonBody(ArtistChanges, async ({ params }) => void (await requireArtist(database.read, idOf(params)))),
        detail: { operationId: 'updateArtist', summary: 'Change an artist' },
        response: { 200: ListedArtist, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        const id = idOf(params)
        await write(auditDeletion('artists', id, (tx) => deleteArtist(tx, id)))
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteArtist', summary: 'Delete an artist' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
