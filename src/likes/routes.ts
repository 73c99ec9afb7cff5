import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { signedIn } from '../auth/guards.ts'
import { ListedTrack } from '../catalogue/track/model.ts'
import { parseId } from '../http/ids.ts'
import { errorResponses, Message } from '../http/schemas.ts'
import type { Parts } from '../routeDeps.ts'
import { like, listLikes, unlike } from './store.ts'

export const likeRoutes = ({ database, callerOf }: Parts) =>
  new Elysia()
    .use(signedIn(callerOf))
    .get('/me/likes', async ({ caller }) => listLikes(database.read, caller.user.id), {
      response: { 200: Type.Array(ListedTrack), ...errorResponses.signedIn },
    })
    .post(
      '/tracks/:id/like',
      async ({ params, caller }) => {
        await database.write((tx, now) => like(tx, now, caller, parseId('Track', params)))
        return { message: 'Track liked.' }
      },
      { response: { 200: Message, ...errorResponses.record } },
    )
    .delete(
      '/tracks/:id/like',
      async ({ params, caller }) => {
        await database.write((tx) => unlike(tx, caller.user.id, parseId('Track', params)))
        return { message: 'Track unliked.' }
      },
      { response: { 200: Message, ...errorResponses.record } },
    )
