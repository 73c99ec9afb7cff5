import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'
import { createArtist, deleteArtist, listArtists, readArtist, requireArtist, updateArtist } from './store.ts'

const artist = (params: RecordPath) => parseId('Artist', params)

export const artistRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/artists' })
    .use(signedIn(callerOf))
    .get('/', async () => listArtists(database.read), {
      response: { 200: Type.Array(ListedArtist), ...errorResponses.signedIn },
    })
    .get('/:id', async ({ params }) => database.snapshot((read) => readArtist(read, artist(params))), {
      response: { 200: SingleArtist, ...errorResponses.record },
    })

    .use(adminOnly(callerOf))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createArtist(tx, now, body))),
      { ...takes(NewArtist), response: { 201: ListedArtist, ...errorResponses.admin, ...errorResponses.body } },
    )
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateArtist(tx, now, artist(params), body)), {
      ...takes(ArtistChanges, async ({ params }) => void (await requireArtist(database.read, artist(params)))),
      response: { 200: ListedArtist, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteArtist(tx, artist(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
