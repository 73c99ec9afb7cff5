import { Elysia } from 'elysia'
import { type AuditedWrite, createAuditedWrite } from '../audit/write.ts'
import type { Database } from '../database/database.ts'
import { Forbidden, Unauthenticated } from '../errors.ts'
import type { IdentifyClient } from '../security/client.ts'
import { bearerToken } from './bearerToken.ts'
import type { TokenRules } from './tokenLife.ts'
import { type Caller, requireCaller, requireRole } from './tokens.ts'

/**
 * Finds the caller of a token; undefined for an invalid token.
 * @param request - the request whose `Authorization` header the token was read from
 */
export type CallerLookup = (token: string, request: Request) => Promise<Caller | undefined>

interface GuardOptions {
  findCaller: CallerLookup
  identifyClient: IdentifyClient
  tokenRules: TokenRules
  write: Database['write']
}

/**
 * Creates the guards. The routes that are defined after a guard have in their context:
 * - `caller`, the account of the token;
 * - `write`, which is `Database.write` for this caller, and hands the audit trail to its work;
 * - `checkAccess`, which looks the caller up again.
 *
 * A guard runs in the transform phase, before the body is read (`http/jsonBody.ts`). A body may take half a minute to
 * arrive, and meanwhile the token may be revoked, or the caller lose the role. So `checkAccess` is called after the body,
 * and `write` checks both again, in the transaction of the write. Routes behind a guard are given no other way to write:
 * none of them can forget the check.
 */
export const createGuards = ({ findCaller, identifyClient, tokenRules, write }: GuardOptions) => {
  const writeAs = (caller: Caller, request: Request, role?: 'admin'): AuditedWrite => {
    const { user, token_id } = caller
    const { address } = identifyClient(request)
    const audited = createAuditedWrite(write, { source: 'api', user_id: user.id, email: user.email, token_id, address })
    return (work) =>
      audited(async (tx, now, audit) => {
        if (tokenRules.hasEnded(caller.life)) throw new Unauthenticated()
        await requireCaller(tx, caller, role)
        return work(tx, now, audit)
      })
  }

  /** @throws Unauthenticated */
  const requireToken = async (bearer: string | undefined, request: Request) => {
    const caller = bearer && (await findCaller(bearer, request))
    if (!caller) throw new Unauthenticated()
    return caller
  }

  /** The routes after it need a valid token, which may be read-only. */
  const anyToken = new Elysia({ name: 'any-token' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = await requireToken(bearer, request)
      return {
        caller,
        write: writeAs(caller, request),
        checkAccess: async () => void (await requireToken(bearer, request)),
      }
    })

  /** The routes after it need a valid token. A read-only token is enough for those that only read. */
  const signedIn = new Elysia({ name: 'signed-in' })
    .use(anyToken)
    .derive(({ caller, request }) => {
      if (caller.read_only && request.method !== 'GET' && request.method !== 'HEAD') throw new Forbidden()
    })
    .as('scoped')

  /** The routes after it need the token of an admin. */
  const adminOnly = new Elysia({ name: 'admin-only' })
    .use(signedIn)
    .derive(async ({ caller, bearer, request }) => {
      requireRole(caller.user.role, 'admin')
      const checkAccess = async () => requireRole((await requireToken(bearer, request)).user.role, 'admin')
      return { write: writeAs(caller, request, 'admin'), checkAccess }
    })
    .as('scoped')

  return { anyToken, signedIn, adminOnly }
}

export type Guards = ReturnType<typeof createGuards>
