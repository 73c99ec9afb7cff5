import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Guards } from '../../accounts/guards.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message, notModified } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import type { IdRange } from '../../library/listRange.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { ListedTrack } from '../../resources/responses.ts'
import { withExample } from '../../validation/schemas.ts'
import type { UserList } from '../userList.ts'
import { like, listLikes, unlike } from './store.ts'

/** What the routes of likes are created with. */
interface LikeRouteDeps {
  cache: { sendUserList(list: UserList, work: RequestWork): Promise<Response> }
  guards: Guards
}

export const likeRoutes = ({ cache, guards }: LikeRouteDeps) =>
  new Elysia({ tags: ['Likes'] })
    .use(guards.anyToken)
    .get(
      '/me/likes',
      ({ caller, longWork }) => {
        const user_id = caller.user.id
        const readPage = async (read: Reader, range: IdRange) => {
          const likes = await listLikes(read, user_id, range)
          return { records: likes.map(({ track }) => track), positions: likes.map(({ position }) => position) }
        }
        return cache.sendUserList({ path: '/me/likes', user_id, kind: 'likes', resource: 'tracks', readPage }, longWork)
      },
      {
        detail: { operationId: 'listLikes', summary: 'List the tracks that the caller likes, the latest like first' },
        response: { 200: Type.Array(ListedTrack), ...notModified, ...errorResponses.signedIn },
      },
    )
    .post(
      '/tracks/:id/like',
      async ({ params, caller, write }) => {
        const track_id = parsePathId('Track', params)
        await write((tx) => like(tx, caller.user.id, track_id))
        return { message: 'Track liked.' }
      },
      {
        detail: { operationId: 'likeTrack', summary: 'Like a track' },
        response: { 200: withExample(Message, { message: 'Track liked.' }), 403: Message, ...errorResponses.record },
      },
    )
    .delete(
      '/tracks/:id/like',
      async ({ params, caller, write }) => {
        await write((tx) => unlike(tx, caller.user.id, parsePathId('Track', params)))
        return { message: 'Track unliked.' }
      },
      {
        detail: { operationId: 'unlikeTrack', summary: 'Unlike a track' },
        response: { 200: withExample(Message, { message: 'Track unliked.' }), 403: Message, ...errorResponses.record },
      },
    )
