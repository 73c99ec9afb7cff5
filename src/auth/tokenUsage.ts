import type { Database } from '../database/database.ts'
import { type Caller, recordTokenUses } from './tokens.ts'

export interface TokenUsageIntervals {
  /** How long uses are collected before they are written, in milliseconds. */
  flushInterval: number
  /** The interval after which a further use of a token by a cached caller is recorded, in milliseconds. */
  resolution: number
}

const hour = 3_600_000
const defaultIntervals: TokenUsageIntervals = { flushInterval: hour / 12, resolution: hour }

/** The maximum time between the recorded use of a token and its real last use, in milliseconds. */
export const maxRecordingDelay = 2 * hour

/** The maximum number of collected tokens. A flush starts when it is reached. */
const maxCollected = 10_000

/** How many tokens one write updates. Other writes run between two such writes. */
const tokensPerWrite = 1_000

interface TokenUsage {
  /** Collects a use. It is called for every request, and in most cases takes one look-up in a set. */
  record(caller: Caller): void
  /** Writes the collected uses, and stops. It never rejects: uses that can't be written are dropped. */
  stop(): Promise<void>
}

/** Records when tokens were last used: in the background, and many tokens in one write. No request waits for it. */
export const createTokenUsage = (database: Database, { flushInterval, resolution } = defaultIntervals): TokenUsage => {
  let recentCallers = new WeakSet<Caller>()
  let usedTokens = new Set<number>()
  let flushTimer: Timer | undefined
  let resetTimer: Timer | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const reset = () => {
    clearTimeout(resetTimer)
    resetTimer = undefined
    recentCallers = new WeakSet()
  }

  const flush = () => {
    clearTimeout(flushTimer)
    flushTimer = undefined
    const ids = [...usedTokens]
    writing = writing.then(() => write(ids))
    usedTokens = new Set()
  }

  const write = async (ids: number[]) => {
    try {
      for (let start = 0; start < ids.length; start += tokensPerWrite) {
        await database.write((tx, now) => recordTokenUses(tx, now, ids.slice(start, start + tokensPerWrite)))
      }
    } catch {
      // The disk is full, or another program has locked the file. The next use of these tokens is collected again.
      reset()
    }
  }

  return {
    record: (caller) => {
      if (recentCallers.has(caller)) return
      recentCallers.add(caller)
      usedTokens.add(caller.token_id)
      flushTimer ??= setTimeout(flush, flushInterval).unref()
      resetTimer ??= setTimeout(reset, resolution).unref()
      if (usedTokens.size >= maxCollected) flush()
    },
    stop: async () => {
      flush()
      await writing
      clearTimeout(resetTimer)
    },
  }
}
