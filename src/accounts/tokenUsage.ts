import { slices } from '../base/objects.ts'
import type { IdentifyClient } from '../http/client.ts'
import type { Database } from '../library/database.ts'
import type { Caller } from './callers.ts'
import type { TokenUsageIntervals } from './tokenLife.ts'
import { recordTokenUses, type TokenUse } from './tokens.ts'

/** The maximum number of collected tokens. A flush starts when it is reached. */
const maxCollected = 10_000

/** How many tokens one write updates. Other writes run between two such writes. */
const tokensPerWrite = 200

interface TokenUsage {
  /** Collects a use. It is called for every request, and in most cases takes one look-up in a set. */
  record(caller: Caller, request: Request): void
  /** Writes the collected uses. The next use of each token is collected again. */
  flush(): Promise<void>
  /** Writes the collected uses, and stops. It never rejects: uses that can't be written are dropped. */
  stop(): Promise<void>
  /** Forgets the collected uses: after a reset, they are those of tokens that it has brought back or deleted. */
  reset(): void
}

/** Records when tokens were last used: in the background, and many tokens in one write. No request waits for it. */
export const createTokenUsage = (
  database: Database,
  identifyClient: IdentifyClient,
  { flushInterval, resolution }: TokenUsageIntervals,
): TokenUsage => {
  const { clock } = database
  let recentCallers = new WeakSet<Caller>()
  let uses = new Map<number, TokenUse>()
  let flushTimer: Timer | undefined
  let resetTimer: Timer | undefined
  let resets = 0
  let writing: Promise<unknown> = Promise.resolve()

  const forgetRecent = () => {
    clearTimeout(resetTimer)
    resetTimer = undefined
    recentCallers = new WeakSet()
  }

  const flush = () => {
    clearTimeout(flushTimer)
    flushTimer = undefined
    const [collected, before] = [[...uses.values()], resets]
    writing = writing.then(() => write(collected, () => resets === before))
    uses = new Map()
  }

  const write = async (collected: TokenUse[], isCurrent: () => boolean) => {
    try {
      for (const page of slices(collected, tokensPerWrite))
        await database.write(async (tx) => isCurrent() && recordTokenUses(tx, page))
    } catch {
      // The disk is full, or another program has locked the file. The next use of these tokens is collected again.
      forgetRecent()
    }
  }

  const flushAll = async () => {
    flush()
    forgetRecent()
    await writing
  }

  return {
    record: (caller, request) => {
      if (recentCallers.has(caller)) return
      recentCallers.add(caller)
      caller.life.last_used_at = clock.wallMs()
      uses.set(caller.token_id, {
        id: caller.token_id,
        last_used_at: clock.realNow(),
        ...identifyClient(request),
      })
      flushTimer ??= setTimeout(flush, flushInterval).unref()
      resetTimer ??= setTimeout(forgetRecent, resolution).unref()
      if (uses.size >= maxCollected) flush()
    },
    flush: flushAll,
    stop: flushAll,
    reset: () => {
      resets++
      uses = new Map()
      forgetRecent()
    },
  }
}
