import type { Caller } from '../auth/tokens.ts'
import type { Change } from '../database/changeCapture.ts'
import { createLru } from './lru.ts'

/** Longer `Authorization` headers are not cached: a header with a valid token has about 55 characters. */
const maxHeaderLength = 128

interface CallerCacheOptions {
  maxEntries: number
  /** Reads the caller of a token from the database. */
  read: (token: string) => Promise<Caller | undefined>
  /** Called for every request of a known caller. */
  onUse: (caller: Caller) => void
}

/**
 * Caches callers by the exact `Authorization` header that the guard has accepted. The commit that revokes a token or
 * changes an account also deletes its entries.
 */
export const createCallerCache = ({ maxEntries, read, onUse }: CallerCacheOptions) => {
  const callers = createLru<Caller>(maxEntries, () => 1)

  const get = (authorization: string | null): Caller | undefined => {
    const caller = authorization === null ? undefined : callers.get(authorization)
    if (caller) onUse(caller)
    return caller
  }

  return {
    get,
    /** Finds the caller of a token. @param authorization - the header that the token was read from, as it was sent */
    async find(token: string, authorization: string): Promise<Caller | undefined> {
      const cached = get(authorization)
      if (cached) return cached
      const isCacheable = authorization.length <= maxHeaderLength
      const caller = isCacheable ? await callers.load(authorization, () => read(token)) : await read(token)
      if (caller) onUse(caller)
      return caller
    },
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
