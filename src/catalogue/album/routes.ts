import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'
import { createAlbum, deleteAlbum, listAlbums, readAlbum, requireAlbum, updateAlbum } from './store.ts'

const album = (params: RecordPath) => parseId('Album', params)

export const albumRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/albums' })
    .use(signedIn(callerOf))
    .get('/', async () => listAlbums(database.read), {
      response: { 200: Type.Array(ListedAlbum), ...errorResponses.signedIn },
    })
    .get('/:id', async ({ params }) => database.snapshot((read) => readAlbum(read, album(params))), {
      response: { 200: SingleAlbum, ...errorResponses.record },
    })

    .use(adminOnly(callerOf))
    .post('/', async ({ body, status }) => status(201, await database.write((tx, now) => createAlbum(tx, now, body))), {
      ...takes(NewAlbum),
      response: { 201: ListedAlbum, ...errorResponses.admin, ...errorResponses.body },
    })
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateAlbum(tx, now, album(params), body)), {
      ...takes(AlbumChanges, async ({ params }) => void (await requireAlbum(database.read, album(params)))),
      response: { 200: ListedAlbum, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteAlbum(tx, album(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
