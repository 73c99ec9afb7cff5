import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { createTrack, deleteTrack, listTracks, readTrack, requireTrack, updateTrack } from './store.ts'

const track = (params: RecordPath) => parseId('Track', params)

export const trackRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/tracks' })
    .use(signedIn(callerOf))
    .get('/', async () => listTracks(database.read), {
      response: { 200: Type.Array(ListedTrack), ...errorResponses.signedIn },
    })
    .get('/:id', async ({ params }) => readTrack(database.read, track(params)), {
      response: { 200: SingleTrack, ...errorResponses.record },
    })

    .use(adminOnly(callerOf))
    .post('/', async ({ body, status }) => status(201, await database.write((tx, now) => createTrack(tx, now, body))), {
      ...takes(NewTrack),
      response: { 201: ListedTrack, ...errorResponses.admin, ...errorResponses.body },
    })
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateTrack(tx, now, track(params), body)), {
      ...takes(TrackChanges, async ({ params }) => void (await requireTrack(database.read, track(params)))),
      response: { 200: ListedTrack, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteTrack(tx, track(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
