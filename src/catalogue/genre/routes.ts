import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { Genre } from '../records.ts'
import { GenreBody } from './model.ts'
import { createGenre, deleteGenre, listGenres, readGenre, updateGenre } from './store.ts'

const genre = (params: RecordPath) => parseId('Genre', params)

export const genreRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/genres' })
    .use(signedIn(callerOf))
    .get('/', async () => listGenres(database.read), {
      response: { 200: Type.Array(Genre), ...errorResponses.signedIn },
    })
    .get('/:id', async ({ params }) => readGenre(database.read, genre(params)), {
      response: { 200: Genre, ...errorResponses.record },
    })

    .use(adminOnly(callerOf))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createGenre(tx, now, body.name))),
      { ...takes(GenreBody), response: { 201: Genre, ...errorResponses.admin, ...errorResponses.body } },
    )
    .put(
      '/:id',
      async ({ params, body }) => database.write((tx, now) => updateGenre(tx, now, genre(params), body.name)),
      {
        ...takes(GenreBody, async ({ params }) => void (await readGenre(database.read, genre(params)))),
        response: { 200: Genre, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteGenre(tx, genre(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
