import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parsePathId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, Message, noContent } from '../../http/schemas.ts'
import { beforeBody } from '../../security/authPolicy.ts'
import { hashPassword } from '../passwords.ts'
import type { AuthRouteDeps } from '../routeDeps.ts'
import { deleteTokens } from '../tokens.ts'
import { requireUnlocked } from './lock.ts'
import { NewUser, User, UserChanges } from './model.ts'
import { createUser, deleteUser, listUsers, readUser, requireFreeEmail, updateUser } from './store.ts'

const idOf = (params: RecordPath) => parsePathId('User', params)

export const userRoutes = ({ database, jsonBody, guards, authPolicy, sendUncachedList }: AuthRouteDeps) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(guards.adminOnly)
    .get('/', async ({ request }) => sendUncachedList({ path: '/users', readRange: listUsers }, request), {
      detail: { operationId: 'listUsers', summary: 'List all users' },
      response: { 200: Type.Array(User), ...errorResponses.admin },
    })
    .get('/:id', async ({ params }) => readUser(database.read, idOf(params)), {
      detail: { operationId: 'readUser', summary: 'Read a user' },
      response: { 200: User, ...errorResponses.adminRecord },
    })
    .post(
      '/',
      async ({ body: { password, ...account }, write, request, status }) => {
        await requireFreeEmail(database.read, account.email)
        const hash = await hashPassword(password, authPolicy.hashOptions(request))
        return status(201, await write((tx) => createUser(tx, { ...account, hash })))
      },
      {
        ...jsonBody(NewUser),
        detail: { operationId: 'createUser', summary: 'Create a user' },
        response: { 201: User, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body: { password, ...changes }, caller, write, request }) => {
        const id = idOf(params)
        await readUser(database.read, id)
        // The write checks the address again. This check avoids the cost of a hash.
        if (changes.email !== undefined) await requireFreeEmail(database.read, changes.email, id)
        const hashOptions = authPolicy.hashOptions(request)
        const hash = password === undefined ? {} : { hash: await hashPassword(password, hashOptions) }
        return write(async (tx) => {
          await requireUnlocked(tx.db, id)
          const user = await updateUser(tx, id, { ...changes, ...hash })
          if (hash.hash) await deleteTokens(tx, id, caller.token_id)
          return user
        })
      },
      {
        ...beforeBody(
          // Of a path that names no record, the 404 comes after errors of the body.
          async ({ params }: { params: RecordPath }) => requireUnlocked(database.read, Number(params.id)),
          jsonBody(UserChanges, async ({ params }) => void (await readUser(database.read, idOf(params)))),
        ),
        detail: { operationId: 'updateUser', summary: 'Change a user' },
        response: { 200: User, 409: Message, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        await write(async (tx) => {
          const id = idOf(params)
          await requireUnlocked(tx.db, id)
          await deleteUser(tx, id)
        })
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteUser', summary: 'Delete a user' },
        response: { ...noContent, 409: Message, ...errorResponses.adminRecord },
      },
    )
