import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent, notModified } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'
import { createAlbum, deleteAlbum, requireAlbum, updateAlbum } from './store.ts'

const idOf = (params: RecordPath) => parseId('Album', params)

export const albumRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/albums', tags: ['Albums'] })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('albums', request), {
      detail: { operationId: 'listAlbums', summary: 'List all albums, each with its label' },
      response: { 200: Type.Array(ListedAlbum), ...notModified, ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('albums', idOf(params), request), {
      detail: { operationId: 'readAlbum', summary: 'Read an album with its label and tracks' },
      response: { 200: SingleAlbum, ...notModified, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('albums', (tx, now) => createAlbum(tx, now, body)))),
      {
        ...jsonBody(NewAlbum),
        detail: { operationId: 'createAlbum', summary: 'Create an album' },
        response: { 201: ListedAlbum, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('albums', id, body, (tx, now) => updateAlbum(tx, now, id, body)))
      },
      {
        ...jsonBody(AlbumChanges, async ({ params }) => void (await requireAlbum(database.read, idOf(params)))),
        detail: { operationId: 'updateAlbum', summary: 'Change an album' },
        response: { 200: ListedAlbum, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        const id = idOf(params)
        await write(auditDeletion('albums', id, (tx) => deleteAlbum(tx, id)))
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteAlbum', summary: 'Delete an album' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
