import { Elysia } from 'elysia'
import { Forbidden, Unauthenticated } from '../errors.ts'
import type { Caller } from './tokens.ts'

/** Finds who an `Authorization` header speaks for. */
export type CallerLookup = (authorization: string | null) => Promise<Caller | undefined>

/** The routes below need a valid token, and know their `caller`. */
export const signedIn = (callerOf: CallerLookup) =>
  new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request }) => {
    const caller = await callerOf(request.headers.get('authorization'))
    if (!caller) throw new Unauthenticated()
    return { caller }
  })

/** The routes below need the token of an admin. */
export const adminOnly = (callerOf: CallerLookup) =>
  new Elysia({ name: 'admin-only' })
    .use(signedIn(callerOf))
    .derive(async ({ caller }) => {
      if (caller.user.role.name !== 'admin') throw new Forbidden()
      return {}
    })
    .as('scoped')
