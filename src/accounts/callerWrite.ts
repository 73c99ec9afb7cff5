import { type AuditedTransaction, type AuditedWrite, auditAs } from '../audit/auditedWrite.ts'
import { withoutEntries } from '../audit/deletionGap.ts'
import type { Actor, NewEntry } from '../audit/entry.ts'
import { DiskFull, Unauthenticated } from '../base/errors.ts'
import type { IdentifyClient } from '../http/client.ts'
import { untilReset } from '../http/resets.ts'
import type { Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { RequestWork } from '../library/longWork.ts'
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
  /** A deletion of one record makes room in a full library, so it is also carried out where there is no room for its entry. */
  isDeletion?: boolean
}

/**
 * Creates the writes of the caller of a request: each checks in its transaction that the caller still has the token and the role, and
 * records what it changes as changes of this caller.
 */
export const createCallerWrite = (options: CallerWriteOptions, caller: Caller, own: RequestWork) => {
  const { request } = own
  const { identifyClient, tokenRules, onLostEntry } = options
  const write = untilReset(options.write, request)
  const { user, token_id } = caller
  // Not later: a client that has closed its connection has no address any more.
  const address = isRead(request) ? null : identifyClient(request).address
  // Whose its writes are follows from the address, too, which is known for the moment.
  if (address !== null) void own.owners
  const actor: Actor = { source: 'api', user_id: user.id, email: user.email, token_id, address }

  return ({ role, isDeletion = request.method === 'DELETE' }: WriteOptions = {}): AuditedWrite =>
    async (run, longWork) => {
      const attempt = (toAudited: (tx: Transaction) => AuditedTransaction) =>
        write(
          async (tx) => {
            if (tokenRules.hasEnded(caller.life)) throw new Unauthenticated()
            return runBeside(requireCaller(tx, caller, role), () => run(toAudited(tx)))
          },
          longWork,
          own,
          { mayUseReserve: isDeletion },
        )
      try {
        return await attempt((tx) => auditAs(tx, actor))
      } catch (error) {
        if (!isDeletion || !(error instanceof DiskFull)) throw error
      }
      let lostEntries: NewEntry[] = []
      const result = await attempt((tx) => {
        // This may be the second run, with the reserve.
        lostEntries = []
        return withoutEntries(tx, (entry) => lostEntries.push(entry))
      })
      for (const entry of lostEntries) onLostEntry(actor, entry)
      return result
    }
}

/**
 * Runs the work of a write beside its check: PostgreSQL gets the first statements of both at once. An error of the check takes precedence, and
 * either error undoes the work.
 */
const runBeside = async <T>(check: Promise<void>, work: () => Promise<T>): Promise<T> => {
  const [checked, worked] = await Promise.allSettled([check, Promise.try(work)])
  if (checked.status === 'rejected') throw checked.reason
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'
