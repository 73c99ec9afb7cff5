import type { Actor, NewEntry } from '../audit/entry.ts'
import { halveLikeLog } from '../audit/likeLog.ts'
import { type AuditedTransaction, type AuditedWrite, auditAs } from '../audit/write.ts'
import type { Transaction } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { DiskFull, Unauthenticated } from '../errors.ts'
import type { IdentifyClient } from '../security/client.ts'
import { type Caller, requireCaller } from './callers.ts'
import type { TokenRules } from './tokenLife.ts'

export interface CallerWriteOptions {
  identifyClient: IdentifyClient
  tokenRules: TokenRules
  write: Database['write']
  /** Called after a deletion with its entry, if the library is full and has no room for the entry. */
  onLostEntry: (actor: Actor, entry: NewEntry) => void
}

export interface WriteOptions {
  /** The role that the caller needs. */
  role?: 'admin'
  /** A deletion makes room in a full library, so it is also carried out where there is no room for its entry. */
  isDeletion?: boolean
}

/**
 * Creates the writes of the caller of a request: each checks in its transaction that the caller still has the token and the role, and
 * records what it changes as changes of this caller.
 */
export const createCallerWrite = (options: CallerWriteOptions, caller: Caller, request: Request) => {
  const { identifyClient, tokenRules, write, onLostEntry } = options
  const { user, token_id } = caller
  // Not later: a client that has closed its connection has no address any more.
  const address = isRead(request) ? null : identifyClient(request).address
  const actor = { source: 'api', user_id: user.id, email: user.email, token_id, address } as const
  return ({ role, isDeletion = request.method === 'DELETE' }: WriteOptions = {}): AuditedWrite =>
    (run, longWork) => {
      const attempt = (
        toAudited: (tx: Transaction) => AuditedTransaction,
        makeRoom?: (tx: Transaction) => Promise<void>,
      ) =>
        write(async (tx) => {
          if (tokenRules.hasEnded(caller.life)) throw new Unauthenticated()
          // The first statements of the work are sent without waiting for the answer: PostgreSQL gets all of them at once. An error of this
          // check takes precedence, and undoes the work.
          const isAllowed = requireCaller(tx, caller, role)
          // It may be rejected while the work waits. Its error is thrown below.
          isAllowed.catch(() => {})
          try {
            // Without an await, so that the first statements are sent at once.
            if (makeRoom) await makeRoom(tx)
            return await run(toAudited(tx))
          } finally {
            await isAllowed
          }
        }, longWork)
      const done = attempt((tx) => auditAs(tx, actor))
      if (!isDeletion) return done
      return done.catch(async (error) => {
        if (!(error instanceof DiskFull)) throw error
        const lostEntries: NewEntry[] = []
        const withoutAudit = (tx: Transaction): AuditedTransaction => ({
          ...tx,
          audit: async (entry) => void lostEntries.push(entry),
          auditParts: async () => {},
        })
        // What happens to a like is logged by a trigger.
        const result = await attempt(withoutAudit, halveLikeLog)
        for (const entry of lostEntries) onLostEntry(actor, entry)
        return result
      })
    }
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'
