import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent, notModified } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import { Genre } from '../records.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { GenreBody } from './model.ts'
import { createGenre, deleteGenre, readGenre, updateGenre } from './store.ts'

const idOf = (params: RecordPath) => parseId('Genre', params)

export const genreRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/genres', tags: ['Genres'] })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('genres', request), {
      detail: { operationId: 'listGenres', summary: 'List all genres' },
      response: { 200: Type.Array(Genre), ...notModified, ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('genres', idOf(params), request), {
      detail: { operationId: 'readGenre', summary: 'Read a genre' },
      response: { 200: Genre, ...notModified, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('genres', (tx, now) => createGenre(tx, now, body.name)))),
      {
        ...jsonBody(GenreBody),
        detail: { operationId: 'createGenre', summary: 'Create a genre' },
        response: { 201: Genre, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('genres', id, body, (tx, now) => updateGenre(tx, now, id, body.name)))
      },
      {
        ...jsonBody(GenreBody, async ({ params }) => void (await readGenre(database.read, idOf(params)))),
        detail: { operationId: 'updateGenre', summary: 'Change a genre' },
        response: { 200: Genre, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        const id = idOf(params)
        await write(auditDeletion('genres', id, (tx) => deleteGenre(tx, id)))
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteGenre', summary: 'Delete a genre' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
