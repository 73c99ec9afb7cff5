import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { requireFuture } from '../../accounts/tokenLife.ts'
import { countTokens, readNewestTokens, readToken } from '../../accounts/tokenList.ts'
import { issueToken, revokeToken } from '../../accounts/tokens.ts'
import { requireUnlocked } from '../../accounts/users/lock.ts'
import { parsePathId } from '../../http/paths.ts'
import { describeParameters, integerParameter, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses, noContent } from '../../http/schemas.ts'
import { users } from '../../library/accountSchema.ts'
import { requireReferences } from '../../library/references.ts'
import { Flag } from '../../validation/choice.ts'
import { NullableDay } from '../../validation/day.ts'
import { Reference } from '../../validation/reference.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { NamedObject } from '../../validation/schemas.ts'
import { VisibleText } from '../../validation/text.ts'
import type { ConsoleDeps } from '../deps.ts'
import { OwnToken } from './ownTokens.ts'
import { firstPage, pageParameters } from './schemas.ts'

/** The user of a token. */
export const TokenUser = NamedObject('TokenUser', { id: Type.Integer(), email: Type.String(), name: Type.String() })

const exampleToken = {
  id: 13,
  name: 'player',
  read_only: true,
  created_at: '2026-01-31T18:30:00.123456Z',
  last_used_at: '2026-02-01T08:00:00.123456Z',
  expires_at: '2027-01-31T00:00:00.000000Z',
  address: '192.0.2.7',
  program: 'Mozilla/5.0',
  is_current: false,
  user: { id: 2, email: 'ada@example.com', name: 'Ada' },
}

export const ListedToken = NamedObject('ListedToken', { ...OwnToken.properties, user: TokenUser }, exampleToken)

/** The body of POST /tokens. */
export const NewToken = NamedObject(
  'NewToken',
  {
    user_id: Reference(),
    name: VisibleText(maxTextLength),
    read_only: Type.Optional(Flag()),
    expires_at: Type.Optional(NullableDay()),
  },
  { user_id: 2, name: 'player', read_only: true, expires_at: '2027-01-31' },
)

export const CreatedToken = NamedObject(
  'CreatedToken',
  { ...ListedToken.properties, token: Type.String({ description: 'Only this response has it.' }) },
  { ...exampleToken, token: 'mlib_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA' },
)

const parameters = {
  user_id: integerParameter(1, Number.MAX_SAFE_INTEGER, 'Only the tokens of this user.'),
  ...pageParameters,
}

/** The tokens of all users. */
export const tokenRoutes = ({ library, guards, jsonBody }: ConsoleDeps) =>
  new Elysia({ prefix: '/tokens' })
    .use(guards.adminOnly)
    .get(
      '/',
      ({ caller, request, set }) => {
        const { user_id, ...page } = { ...firstPage, ...parseQuery(parameters, new URL(request.url).searchParams) }
        return library.snapshot(async (read) => {
          set.headers['x-total-count'] = String(await countTokens(read, user_id))
          const tokens = await readNewestTokens(read, page, user_id)
          return tokens.map((token) => ({ ...token, is_current: token.id === caller.token_id }))
        })
      },
      {
        detail: {
          operationId: 'listTokens',
          summary: 'List the tokens of all users, the newest one first',
          queryParameters: describeParameters(parameters),
          responseHeaders: ['X-Total-Count'],
        },
        response: { 200: Type.Array(ListedToken), 400: BadRequestBody, ...errorResponses.admin },
      },
    )
    .post(
      '/',
      async ({ body: { user_id, name, read_only = false, expires_at = null }, write, status }) => {
        const created = await write(async (tx) => {
          if (expires_at !== null) requireFuture(tx.realNow, expires_at)
          await requireReferences(tx.db, ['user_id', users, [user_id]])
          await requireUnlocked(tx.db, user_id)
          const { id, token } = await issueToken(tx, { user_id, name, read_only, expires_at })
          return { ...(await readToken(tx.db, id)), is_current: false, token }
        })
        return status(201, created)
      },
      {
        ...jsonBody(NewToken),
        detail: { operationId: 'createToken', summary: 'Create a named token for a user' },
        response: { 201: CreatedToken, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        await write(async (tx) => {
          const { id, user } = await readToken(tx.db, parsePathId('Token', params))
          await requireUnlocked(tx.db, user.id)
          await revokeToken(tx, id)
        })
        return status(204, undefined)
      },
      {
        detail: { operationId: 'revokeToken', summary: 'Revoke a token' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
