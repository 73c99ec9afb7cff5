import { Elysia } from 'elysia'
import type { Actor, NewEntry } from '../audit/entry.ts'
import { type AuditedTransaction, type AuditedWrite, auditAs } from '../audit/write.ts'
import type { Transaction } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { DiskFull, Forbidden, Unauthenticated } from '../errors.ts'
import type { IdentifyClient } from '../security/client.ts'
import { bearerToken } from './bearerToken.ts'
import type { TokenRules } from './tokenLife.ts'
import { type Caller, requireCaller, requireRole } from './tokens.ts'

/**
 * Finds the caller of a token; undefined for an invalid token.
 * @param request - the request whose `Authorization` header the token was read from
 */
export type CallerLookup = (token: string, request: Request) => Promise<Caller | undefined>

export interface WriteOptions {
  /** The role that the caller needs. */
  role?: 'admin'
  /** A deletion makes room in a full library, so it is also carried out where there is no room for its entry. */
  isDeletion?: boolean
}

interface GuardOptions {
  findCaller: CallerLookup
  identifyClient: IdentifyClient
  tokenRules: TokenRules
  /** Whether every token is read-only. */
  readOnly: boolean
  write: Database['write']
  catchUp: Database['catchUp']
  /** Called after a deletion with its entry, if the library is full and has no room for the entry. */
  onLostEntry: (actor: Actor, entry: NewEntry) => void
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
export const createGuards = (options: GuardOptions) => {
  const { findCaller, identifyClient, tokenRules, readOnly, write, catchUp, onLostEntry } = options
  /** Creates the writes of a caller. */
  const createWriteAs = (caller: Caller, request: Request) => {
    const { user, token_id } = caller
    // Not later: a client that has closed its connection has no address any more.
    const address = isRead(request) ? null : identifyClient(request).address
    const actor = { source: 'api', user_id: user.id, email: user.email, token_id, address } as const
    return ({ role, isDeletion = request.method === 'DELETE' }: WriteOptions = {}): AuditedWrite =>
      async (work) => {
        const run = (toAudited: (tx: Transaction) => AuditedTransaction) =>
          write(async (tx) => {
            if (tokenRules.hasEnded(caller.life)) throw new Unauthenticated()
            await requireCaller(tx, caller, role)
            return work(toAudited(tx))
          })
        const done = run((tx) => auditAs(tx, actor))
        if (!isDeletion) return done
        return done.catch(async (error) => {
          if (!(error instanceof DiskFull)) throw error
          const lostEntries: NewEntry[] = []
          const result = await run((tx) => ({ ...tx, audit: async (entry) => void lostEntries.push(entry) }))
          for (const entry of lostEntries) onLostEntry(actor, entry)
          return result
        })
      }
  }

  /** @throws Unauthenticated */
  const requireToken = async (bearer: string | undefined, request: Request) => {
    const caller = bearer && (await findCaller(bearer, request))
    if (!caller) throw new Unauthenticated()
    return caller
  }

  /** The same for a token that was valid before. Meanwhile another node may have changed its account. */
  const requireTokenAgain = async (bearer: string | undefined, request: Request) => {
    await catchUp?.()
    return requireToken(bearer, request)
  }

  const createAccess = (caller: Caller, bearer: string | undefined, request: Request) => {
    const writeAs = createWriteAs(caller, request)
    const checkAccess = async () => void (await requireTokenAgain(bearer, request))
    return { caller, writeAs, write: writeAs(), checkAccess }
  }

  /** The routes after it need a valid token, which may be read-only. */
  const anyToken = new Elysia({ name: 'any-token' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) =>
      createAccess(await requireToken(bearer, request), bearer, request),
    )

  /** The routes after it need a valid token. A read-only token is enough for those that only read. */
  const signedIn = new Elysia({ name: 'signed-in' })
    .use(bearerToken())
    .derive({ as: 'scoped' }, async ({ bearer, request }) => {
      const caller = await requireToken(bearer, request)
      if ((readOnly || caller.read_only) && !isRead(request)) throw new Forbidden()
      return createAccess(caller, bearer, request)
    })

  /** The routes after it need the token of an admin. */
  const adminOnly = new Elysia({ name: 'admin-only' })
    .use(signedIn)
    .derive(({ caller, bearer, request, writeAs }) => {
      requireRole(caller.user.role, 'admin')
      const checkAccess = async () => requireRole((await requireTokenAgain(bearer, request)).user.role, 'admin')
      return { write: writeAs({ role: 'admin' }), checkAccess }
    })
    .as('scoped')

  return { anyToken, signedIn, adminOnly }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

export type Guards = ReturnType<typeof createGuards>
