import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { nothing, refusals } from '../../http/schemas.ts'
import { idOf, type RecordPath } from '../../http/ids.ts'
import type { Parts } from '../../routeDeps.ts'
import { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'
import { createAlbum, deleteAlbum, listAlbums, readAlbum, requireAlbum, updateAlbum } from './store.ts'

const album = (params: RecordPath) => idOf('Album', params)

export const albumRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/albums' })
    .use(signedIn(callerOf))
    .get('/', async () => listAlbums(database.read), {
      response: { 200: Type.Array(ListedAlbum), ...refusals.signedIn },
    })
    .get('/:id', async ({ params }) => database.snapshot((read) => readAlbum(read, album(params))), {
      response: { 200: SingleAlbum, ...refusals.record },
    })

    .use(adminOnly(callerOf))
    .post('/', async ({ body, status }) => status(201, await database.write((tx, now) => createAlbum(tx, now, body))), {
      ...takes(NewAlbum),
      response: { 201: ListedAlbum, ...refusals.admin, ...refusals.body },
    })
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateAlbum(tx, now, album(params), body)), {
      ...takes(AlbumChanges, async ({ params }) => void (await requireAlbum(database.read, album(params)))),
      response: { 200: ListedAlbum, ...refusals.adminRecord, ...refusals.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteAlbum(tx, album(params)))
        return status(204, undefined)
      },
      { response: { ...nothing, ...refusals.adminRecord } },
    )
