import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { countTokens, findToken, readLastUsedTokens, revokeSessions } from '../../accounts/tokenList.ts'
import { revokeToken } from '../../accounts/tokens.ts'
import { requireUnlocked } from '../../accounts/users/lock.ts'
import { NotFound } from '../../base/errors.ts'
import { parsePathId } from '../../http/paths.ts'
import { describeParameters, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses, Message, noContent } from '../../http/schemas.ts'
import { NamedObject, Nullable, Timestamp } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'
import { firstPage, pageParameters } from './schemas.ts'

/** A token of the caller. */
export const OwnToken = NamedObject(
  'OwnToken',
  {
    id: Type.Integer(),
    name: Nullable(Type.String({ description: 'Null for the token of a session.' })),
    read_only: Type.Boolean(),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    address: Nullable(Type.String({ description: 'The IP address of the client that last used it.' })),
    program: Nullable(Type.String({ description: 'The `User-Agent` of the client that last used it.' })),
    is_current: Type.Boolean({ description: 'Whether it is the token of the request.' }),
  },
  {
    id: 12,
    name: null,
    read_only: false,
    created_at: '2026-01-31T18:30:00.123456Z',
    last_used_at: '2026-02-01T08:00:00.123456Z',
    expires_at: null,
    address: '192.0.2.7',
    program: 'Mozilla/5.0',
    is_current: true,
  },
)

export const RevokedSessions = NamedObject('RevokedSessions', { revoked: Type.Integer() }, { revoked: 3 })

/** The caller's own sessions and named tokens. */
export const ownTokenRoutes = ({ library, guards }: ConsoleDeps) =>
  new Elysia({ prefix: '/sessions' })
    .use(guards.signedIn)
    .get(
      '/',
      ({ caller, request, set }) => {
        const page = { ...firstPage, ...parseQuery(pageParameters, new URL(request.url).searchParams) }
        const { id } = caller.user
        return library.snapshot(async (read) => {
          set.headers['x-total-count'] = String(await countTokens(read, id))
          const tokens = await readLastUsedTokens(read, page, id)
          return tokens.map(({ user, ...token }) => ({ ...token, is_current: token.id === caller.token_id }))
        })
      },
      {
        detail: {
          operationId: 'listSessions',
          summary: 'List the tokens of the caller, the one that was used last first',
          queryParameters: describeParameters(pageParameters),
          responseHeaders: ['X-Total-Count'],
        },
        response: { 200: Type.Array(OwnToken), 400: BadRequestBody, ...errorResponses.signedIn },
      },
    )
    .delete(
      '/:id',
      async ({ params, caller, write, status }) => {
        await write(async (tx) => {
          await requireUnlocked(tx.db, caller.user.id)
          const id = parsePathId('Session', params)
          const token = await findToken(tx.db, id)
          if (token?.user.id !== caller.user.id) throw new NotFound('Session', id)
          await revokeToken(tx, id)
        })
        return status(204, undefined)
      },
      {
        detail: { operationId: 'revokeSession', summary: 'Revoke a token of the caller' },
        response: { ...noContent, 403: Message, ...errorResponses.record },
      },
    )
    .delete(
      '/',
      ({ caller, write }) =>
        write(async (tx) => {
          const { id } = caller.user
          await requireUnlocked(tx.db, id)
          return { revoked: await revokeSessions(tx, id, caller.token_id) }
        }),
      {
        detail: {
          operationId: 'revokeOtherSessions',
          summary: 'Revoke all other sessions of the caller. Named tokens stay',
        },
        response: { 200: RevokedSessions, ...errorResponses.signedIn },
      },
    )
