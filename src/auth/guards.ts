import { Elysia } from 'elysia'
import type { Database } from '../database/database.ts'
import { Unauthenticated } from '../errors.ts'
import { bearerToken } from './bearerToken.ts'
import { type Caller, requireCaller, requireRole } from './tokens.ts'

/**
 * Finds the caller of a token; undefined for an invalid token.
 * @param authorization - the `Authorization` header that the token was read from, exactly as it was sent
 */
export type CallerLookup = (token: string, authorization: string) => Promise<Caller | undefined>

interface GuardOptions {
  findCaller: CallerLookup
  write: Database['write']
}

/**
 * Creates the guards. The routes that are defined after a guard have in their context:
 * - `caller`, the account of the token;
 * - `write`, which is `Database.write` for this caller;
 * - `checkAccess`, which looks the caller up again.
 *
 * A guard runs in the transform phase, before the body is read (`http/jsonBody.ts`). A body may take half a minute to
 * arrive, and meanwhile the token may be revoked, or the caller lose the role. So `checkAccess` is called after the body,
 * and `write` checks both again, in the transaction of the write. Routes behind a guard are given no other way to write:
 * none of them can forget the check.
 */
export const createGuards = ({ findCaller, write }: GuardOptions) => {
  const writeAs =
    (caller: Caller, role?: 'admin'): Database['write'] =>
    (work) =>
      write(async (tx, now) => {
        await requireCaller(tx, caller, role)
        return work(tx, now)
      })

  /** @throws Unauthenticated */
  const requireToken = async (bearer: string | undefined, request: Request) => {
    const caller = bearer && (await findCaller(bearer, request.headers.get('authorization') ?? ''))
    if (!caller) throw new Unauthenticated()
    return caller
  }

  /** The routes after it need a valid token. */
  const signedIn = new Elysia({ name: 'signed-in' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = await requireToken(bearer, request)
      return { caller, write: writeAs(caller), checkAccess: async () => void (await requireToken(bearer, request)) }
    })

  /** The routes after it need the token of an admin. */
  const adminOnly = new Elysia({ name: 'admin-only' })
    .use(signedIn)
    .derive(async ({ caller, bearer, request }) => {
      requireRole(caller.user.role, 'admin')
      const checkAccess = async () => requireRole((await requireToken(bearer, request)).user.role, 'admin')
      return { write: writeAs(caller, 'admin'), checkAccess }
    })
    .as('scoped')

  return { signedIn, adminOnly }
}

export type Guards = ReturnType<typeof createGuards>
