import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { nothing, refusals } from '../../http/schemas.ts'
import { idOf, type RecordPath } from '../../http/ids.ts'
import type { Parts } from '../../routeDeps.ts'
import { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'
import { createArtist, deleteArtist, listArtists, readArtist, requireArtist, updateArtist } from './store.ts'

const artist = (params: RecordPath) => idOf('Artist', params)

export const artistRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/artists' })
    .use(signedIn(callerOf))
    .get('/', async () => listArtists(database.read), {
      response: { 200: Type.Array(ListedArtist), ...refusals.signedIn },
    })
    .get('/:id', async ({ params }) => database.snapshot((read) => readArtist(read, artist(params))), {
      response: { 200: SingleArtist, ...refusals.record },
    })

    .use(adminOnly(callerOf))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createArtist(tx, now, body))),
      { ...takes(NewArtist), response: { 201: ListedArtist, ...refusals.admin, ...refusals.body } },
    )
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateArtist(tx, now, artist(params), body)), {
      ...takes(ArtistChanges, async ({ params }) => void (await requireArtist(database.read, artist(params)))),
      response: { 200: ListedArtist, ...refusals.adminRecord, ...refusals.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteArtist(tx, artist(params)))
        return status(204, undefined)
      },
      { response: { ...nothing, ...refusals.adminRecord } },
    )
