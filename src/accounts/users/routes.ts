import { type StaticDecode, Type } from '@sinclair/typebox'
import { Elysia, status } from 'elysia'
import type { AuditedWrite } from '../../audit/auditedWrite.ts'
import { etagOf, ifMatchOf, requireMatch } from '../../http/etags.ts'
import { changedResponse, createdResponse, jsonResponse, taggedResponse } from '../../http/jsonResponse.ts'
import { parsePathId, type RecordPath } from '../../http/paths.ts'
import { conditional, errorResponses, Message, noContent, notModified } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import { beforeBody } from '../authPolicy.ts'
import type { Caller } from '../callers.ts'
import { hashPassword } from '../passwords.ts'
import type { AuthRouteDeps } from '../routeDeps.ts'
import { deleteTokens } from '../tokens.ts'
import { requireUnlocked } from './lock.ts'
import { NewUser, User, UserChanges } from './model.ts'
import { createUser, deleteUser, findAccountErrors, listUsers, readUser, requireMember, updateUser } from './store.ts'

export const userRoutes = (deps: AuthRouteDeps) => {
  const { database, jsonBody, guards, sendUncachedList } = deps
  return new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(guards.adminOnly)
    .get('/', ({ longWork }) => sendUncachedList({ path: '/users', readRange: listUsers }, longWork), {
      detail: { operationId: 'listUsers', summary: 'List all users' },
      response: { 200: Type.Array(User), ...errorResponses.admin },
    })
    .get('/:id', async ({ params, request }) => taggedResponse(await readUser(database.read, idOf(params)), request), {
      detail: { operationId: 'readUser', summary: 'Read a user' },
      response: { 200: User, ...notModified, ...errorResponses.adminRecord },
    })
    .post('/', create(deps), {
      ...jsonBody(NewUser, ({ members }) => findAccountErrors(database.read, members)),
      detail: { operationId: 'createUser', summary: 'Create a user', responseHeaders: ['Location'] },
      response: { 201: User, ...errorResponses.admin, ...errorResponses.body },
    })
    .put('/:id', update(deps), {
      ...beforeBody(
        // Of a path that names no record, the 404 comes after errors of the body.
        async ({ params }: { params: RecordPath }) => requireUnlocked(database.read, Number(params.id)),
        jsonBody(UserChanges, async ({ params, request, members }) => {
          const id = idOf(params)
          await requireVersion(database.read, id, ifMatchOf(request))
          return findAccountErrors(database.read, members, id)
        }),
      ),
      detail: { operationId: 'updateUser', summary: 'Change a user', responseHeaders: ['ChangedETag'] },
      response: { 200: User, 409: Message, ...conditional, ...errorResponses.adminRecord, ...errorResponses.body },
    })
    .delete('/:id', remove, {
      detail: { operationId: 'deleteUser', summary: 'Delete a user' },
      response: { ...noContent, 409: Message, ...conditional, ...errorResponses.adminRecord },
    })
}

const idOf = (params: RecordPath) => parsePathId('User', params)

/** The tag of the GET of a user. */
const userEtag = (user: User) => etagOf(JSON.stringify(user))

/** Requires a user, and the version that the request names if it does. @throws NotFound; PreconditionFailed */
const requireVersion = async (read: Reader, id: number, ifMatch: string | null) => {
  const user = await readUser(read, id)
  if (ifMatch !== null) requireMatch(ifMatch, userEtag(user))
}

interface WriteContext {
  caller: Caller
  write: AuditedWrite
  request: Request
}

const create =
  ({ database, authPolicy }: AuthRouteDeps) =>
  async ({ body, caller, write, request }: WriteContext & { body: StaticDecode<typeof NewUser> }) => {
    const { password, ...account } = body
    await requireMember(database.read, 'email', account)
    const hash = await hashPassword(password, authPolicy.hashOptions(request, caller))
    return createdResponse(await write((tx) => createUser(tx, { ...account, hash, email_set_by: 'admin' })), request)
  }

const update =
  ({ database, authPolicy }: AuthRouteDeps) =>
  async ({
    params,
    body,
    caller,
    write,
    request,
  }: WriteContext & { params: RecordPath; body: StaticDecode<typeof UserChanges> }) => {
    const { password, ...changes } = body
    const id = idOf(params)
    const ifMatch = ifMatchOf(request)
    await requireVersion(database.read, id, ifMatch)
    // The write checks the address again. This check avoids the cost of a hash.
    await requireMember(database.read, 'email', changes, id)
    const hashOptions = authPolicy.hashOptions(request, caller)
    const hash = password === undefined ? {} : { hash: await hashPassword(password, hashOptions) }
    const user = await write(async (tx) => {
      await requireUnlocked(tx.db, id)
      if (ifMatch !== null) await requireVersion(tx.db, id, ifMatch)
      await requireMember(tx.db, 'name', changes, id)
      const email_set_by = id === caller.user.id ? 'account' : 'admin'
      const user = await updateUser(tx, id, { ...changes, ...hash, email_set_by })
      if (hash.hash) await deleteTokens(tx, id, caller.token_id)
      return user
    })
    return ifMatch === null ? jsonResponse(user) : changedResponse(user, userEtag(user))
  }

const remove = async ({ params, write, request }: Pick<WriteContext, 'write' | 'request'> & { params: RecordPath }) => {
  await write(async (tx) => {
    const id = idOf(params)
    await requireUnlocked(tx.db, id)
    const ifMatch = ifMatchOf(request)
    if (ifMatch !== null) await requireVersion(tx.db, id, ifMatch)
    await deleteUser(tx, id)
  })
  return status(204, undefined)
}
