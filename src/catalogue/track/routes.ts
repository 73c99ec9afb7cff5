import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent, notModified } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { createTrack, deleteTrack, requireTrack, updateTrack } from './store.ts'

const idOf = (params: RecordPath) => parseId('Track', params)

export const trackRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/tracks', tags: ['Tracks'] })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('tracks', request), {
      detail: { operationId: 'listTracks', summary: 'List all tracks, each with its album, artists and genres' },
      response: { 200: Type.Array(ListedTrack), ...notModified, ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('tracks', idOf(params), request), {
      detail: { operationId: 'readTrack', summary: 'Read a track with its album, artists and genres' },
      response: { 200: SingleTrack, ...notModified, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('tracks', (tx, now) => createTrack(tx, now, body)))),
      {
        ...jsonBody(NewTrack),
        detail: { operationId: 'createTrack', summary: 'Create a track' },
        response: { 201: ListedTrack, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('tracks', id, body, (tx, now) => updateTrack(tx, now, id, body)))
      },
      {
        ...jsonBody(TrackChanges, async ({ params }) => void (await requireTrack(database.read, idOf(params)))),
        detail: { operationId: 'updateTrack', summary: 'Change a track' },
        response: { 200: ListedTrack, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        const id = idOf(params)
        await write(auditDeletion('tracks', id, (tx) => deleteTrack(tx, id)))
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteTrack', summary: 'Delete a track' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
