import { bearer } from '@elysiajs/bearer'
import { Elysia } from 'elysia'
import { Forbidden, Unauthenticated } from '../base/errors.ts'
import type { Database } from '../library/database.ts'
import { RequestWork } from '../library/longWork.ts'
import { type Caller, requireRole } from './callers.ts'
import { type CallerWriteOptions, createCallerWrite, isRead } from './callerWrite.ts'
import type { Guests } from './guestTokens.ts'
import type { OwnerOf } from './requestOwner.ts'

/** A name that no member of a query string or body has: with it the plugin reads tokens from the header alone. */
const noMember = Symbol('no member') as unknown as string // the plugin's type allows only strings

/** The scheme, whose case does not matter (RFC 9110, 11.1), and one token. */
const authorization = /^bearer +(\S+)$/i

/**
 * Adds `bearer`, the token of the `Authorization` header, to the context; undefined for a missing or malformed header.
 *
 * `@elysiajs/bearer` accepts the scheme only as "Bearer", and takes everything after it as the token. So the header is
 * normalized first.
 */
export const bearerToken = () =>
  new Elysia({ name: 'bearer-token' })
    .onTransform({ as: 'global' }, ({ headers }) => {
      const token = authorization.exec(headers.authorization ?? '')?.[1]
      if (token === undefined) delete headers.authorization
      else headers.authorization = `Bearer ${token}`
    })
    .use(bearer({ extract: { header: 'Bearer', query: noMember, body: noMember } }))

/**
 * Finds the caller of a token; undefined for an invalid token.
 * @param request - the request whose `Authorization` header the token was read from
 */
type CallerLookup = (token: string, request: Request) => Caller | Promise<Caller | undefined>

interface GuardOptions extends CallerWriteOptions {
  findCaller: CallerLookup
  /** Whether every token is read-only. */
  readOnly: boolean
  catchUp: Database['catchUp']
  guests: Pick<Guests, 'isGuestToken' | 'isValid'>
  ownerOf: OwnerOf
}

/**
 * Creates the guards. The routes that are defined after a guard have in their context:
 * - `caller`, the account of the token;
 * - `write`, which is `Database.write` for this caller, and hands the audit trail to its work;
 * - `longWork`, which says for whom long reads and writes are done (`library/longWork.ts`);
 * - `checkAccess`, which looks the caller up again.
 *
 * Those after `signedInOrGuest` have only `longWork` and, unless a guest sends the request, `caller`.
 *
 * A guard runs in the transform phase, before the body is read (`http/jsonBody.ts`). A body may take half a minute to
 * arrive, and meanwhile the token may be revoked, or the caller lose the role. So `checkAccess` is called after the body,
 * and `write` checks both again, in the transaction of the write. Routes behind a guard are given no other way to write:
 * none of them can forget the check.
 */
export const createGuards = (options: GuardOptions) => {
  const { findCaller, readOnly, catchUp, guests, ownerOf } = options

  /** Returns undefined for a guest. @throws Unauthenticated */
  const findCallerOrGuest = async (bearer: string | undefined, request: Request) => {
    if (bearer && guests.isGuestToken(bearer)) {
      if (await guests.isValid(bearer)) return
      throw new Unauthenticated()
    }
    const caller = bearer && (await findCaller(bearer, request))
    if (!caller) throw new Unauthenticated()
    return caller
  }

  /** Finds the caller of a token that was valid before. Meanwhile another node may have changed its account. */
  const findAgain = (bearer: string | undefined, request: Request) =>
    catchUp ? catchUp().then(() => findCallerOrGuest(bearer, request)) : findCallerOrGuest(bearer, request)

  const createLongWork = (caller: Caller | undefined, request: Request) =>
    new RequestWork(() => ownerOf(request, caller), request)

  const createAccess = (caller: Caller, bearer: string | undefined, request: Request, role?: 'admin') => {
    const longWork = createLongWork(caller, request)
    const writeAs = createCallerWrite(options, caller, longWork)
    const checkAccess = async () => void requireAccount(await findAgain(bearer, request), role)
    return { caller, writeAs, write: writeAs({ role }), longWork, checkAccess }
  }

  /** @throws Forbidden for a read-only token, unless the request only reads */
  const requireRight = ({ read_only }: Caller, request: Request) => {
    if ((readOnly || read_only) && !isRead(request)) throw new Forbidden()
  }

  /** The routes after it need a valid token, which may be read-only. */
  const anyToken = new Elysia({ name: 'any-token' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) =>
      createAccess(requireAccount(await findCallerOrGuest(bearer, request)), bearer, request),
    )

  /** The routes after it need a valid token. A read-only token is enough for those that only read. */
  const signedIn = new Elysia({ name: 'signed-in' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = requireAccount(await findCallerOrGuest(bearer, request))
      requireRight(caller, request)
      return createAccess(caller, bearer, request)
    })

  /** The routes after it only read. They need a valid token, which may be that of a guest. */
  const signedInOrGuest = new Elysia({ name: 'signed-in-or-guest' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = await findCallerOrGuest(bearer, request)
      return { caller, longWork: createLongWork(caller, request) }
    })

  /** The routes after it need the token of an admin, as `signedIn`. */
  const adminOnly = new Elysia({ name: 'admin-only' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = requireAccount(await findCallerOrGuest(bearer, request), 'admin')
      requireRight(caller, request)
      return createAccess(caller, bearer, request, 'admin')
    })

  return { anyToken, signedIn, signedInOrGuest, adminOnly }
}

/** @throws Forbidden for a guest, and for another role */
const requireAccount = (caller: Caller | undefined, role?: 'admin'): Caller => {
  if (!caller) throw new Forbidden()
  if (role) requireRole(caller.user.role, role)
  return caller
}

export type Guards = ReturnType<typeof createGuards>
