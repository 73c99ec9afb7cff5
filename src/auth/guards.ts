import { Elysia } from 'elysia'
import { Forbidden, Unauthenticated } from '../errors.ts'
import { bearerToken } from './bearerToken.ts'
import type { Caller } from './tokens.ts'

/**
 * Finds the caller of a token; undefined for an invalid token.
 * @param authorization - the `Authorization` header that the token was read from, exactly as it was sent
 */
export type CallerLookup = (token: string, authorization: string) => Promise<Caller | undefined>

/**
 * Creates a guard: the routes that are defined after it need a valid token, and have its `caller` in their context. It
 * runs in the transform phase, before the body is read (`http/jsonBody.ts`).
 */
export const signedIn = (findCaller: CallerLookup) =>
  new Elysia({ name: 'signed-in' }).use(bearerToken()).derive({ as: 'scoped' }, async ({ bearer, request }) => {
    const caller = bearer && (await findCaller(bearer, request.headers.get('authorization') ?? ''))
    if (!caller) throw new Unauthenticated()
    return { caller }
  })

/** Creates a guard: the routes that are defined after it need the token of an admin. */
export const adminOnly = (findCaller: CallerLookup) =>
  new Elysia({ name: 'admin-only' })
    .use(signedIn(findCaller))
    .derive(async ({ caller }) => {
      if (caller.user.role.name !== 'admin') throw new Forbidden()
      return {}
    })
    .as('scoped')
