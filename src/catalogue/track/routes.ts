import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { nothing, refusals } from '../../http/schemas.ts'
import { idOf, type RecordPath } from '../../http/ids.ts'
import type { Parts } from '../../routeDeps.ts'
import { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { createTrack, deleteTrack, listTracks, readTrack, requireTrack, updateTrack } from './store.ts'

const track = (params: RecordPath) => idOf('Track', params)

export const trackRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/tracks' })
    .use(signedIn(callerOf))
    .get('/', async () => listTracks(database.read), {
      response: { 200: Type.Array(ListedTrack), ...refusals.signedIn },
    })
    .get('/:id', async ({ params }) => readTrack(database.read, track(params)), {
      response: { 200: SingleTrack, ...refusals.record },
    })

    .use(adminOnly(callerOf))
    .post('/', async ({ body, status }) => status(201, await database.write((tx, now) => createTrack(tx, now, body))), {
      ...takes(NewTrack),
      response: { 201: ListedTrack, ...refusals.admin, ...refusals.body },
    })
    .put('/:id', async ({ params, body }) => database.write((tx, now) => updateTrack(tx, now, track(params), body)), {
      ...takes(TrackChanges, async ({ params }) => void (await requireTrack(database.read, track(params)))),
      response: { 200: ListedTrack, ...refusals.adminRecord, ...refusals.body },
    })
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteTrack(tx, track(params)))
        return status(204, undefined)
      },
      { response: { ...nothing, ...refusals.adminRecord } },
    )
