import type { Caller } from '../accounts/callers.ts'
import type { Change } from '../library/changes.ts'
import { createLru } from './lru.ts'

/** Longer `Authorization` headers are not cached: a header with a valid token has about 55 characters. */
const maxHeaderLength = 128

interface CallerCacheOptions {
  maxEntries: number
  /** Reads the caller of a token from the database; undefined for a token that is not valid. */
  read: (token: string) => Promise<Caller | undefined>
  /** Whether the token of a caller has ended since it was read. */
  hasEnded: (caller: Caller) => boolean
  /** Called for every request of a known caller. */
  onUse: (caller: Caller, request: Request) => void
}

/**
 * Caches callers by the exact `Authorization` header that the guard has accepted. The commit that revokes a token or
 * changes an account also deletes its entries.
 */
export const createCallerCache = ({ maxEntries, read, hasEnded, onUse }: CallerCacheOptions) => {
  const callers = createLru<Caller>(maxEntries, () => 1)

  const get = (request: Request): Caller | undefined => {
    const authorization = request.headers.get('authorization')
    const caller = authorization === null ? undefined : callers.get(authorization)
    if (!authorization || !caller) return
    if (hasEnded(caller)) {
      // Another entry of the same token, whose header is written differently, may know of a later use. So may the database.
      callers.delete(authorization)
      return
    }
    onUse(caller, request)
    return caller
  }

  const load = async (token: string, request: Request): Promise<Caller | undefined> => {
    const authorization = request.headers.get('authorization') ?? ''
    const isCacheable = authorization.length <= maxHeaderLength
    const caller = isCacheable ? await callers.load(authorization, () => read(token)) : await read(token)
    if (caller) onUse(caller, request)
    return caller
  }

  return {
    /** Returns the cached caller of a request. */
    get,
    /** Finds the caller of a token; a cached one at once. @param request - the request whose header the token was read from */
    find: (token: string, request: Request) => get(request) ?? load(token, request),
    /** Deletes the entries that the changes of a commit concern. */
    invalidate(changes: readonly Change[]) {
      const idsOf = (kind: string) => new Set(changes.flatMap((change) => (change.kind === kind ? change.id : [])))
      if (idsOf('roles').size > 0) return callers.clear()
      const [tokens, users] = [idsOf('tokens'), idsOf('users')]
      if (tokens.size + users.size === 0) return
      callers.deleteWhere((caller) => tokens.has(caller.token_id) || users.has(caller.user.id))
    },
    clear: callers.clear,
  }
}
