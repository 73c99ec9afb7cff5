import type { Database } from '../library/open.ts'
import { type Caller, recordTokenUses } from './tokens.ts'

export interface TokenUsageIntervals {
  /** How long uses are gathered before they are written, in milliseconds. */
  flushInterval: number
  /** For how long one use of a token stands for all that follow, in milliseconds. */
  resolution: number
}

const hour = 3_600_000
const usual: TokenUsageIntervals = { flushInterval: hour / 12, resolution: hour }

/** How far behind a token's last use what is written may be, in milliseconds. */
export const maxRecordingDelay = 2 * hour

/** How many tokens are gathered at most; the next one has them written early. */
const most = 10_000

/** So many are written at a time: other writes come in between. */
const together = 1_000

export interface TokenUsage {
  /** Remembers that a token was used. This is done at every request: it only looks into a set. */
  record(caller: Caller): void
  /** Writes what was gathered, and ends. It never fails: what can't be written now is left out. */
  stop(): Promise<void>
}

/** When tokens are used is written now and then, for all at once: no request writes it, or waits until it is written. */
export const createTokenUsage = (
  database: Database,
  { flushInterval: gathered, resolution: stands } = usual,
): TokenUsage => {
  let standing = new WeakSet<Caller>()
  let used = new Set<number>()
  let due: Timer | undefined
  let renewal: Timer | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const renew = () => {
    clearTimeout(renewal)
    renewal = undefined
    standing = new WeakSet()
  }

  const write = () => {
    clearTimeout(due)
    due = undefined
    writing = Promise.all([writing, save([...used])])
    used = new Set()
  }

  const save = async (ids: number[]) => {
    try {
      for (let at = 0; at < ids.length; at += together) {
        await database.write((tx, now) => recordTokenUses(tx, now, ids.slice(at, at + together)))
      }
    } catch {
      // The disk is full, or another program keeps the file locked. Who comes again is noted again.
      renew()
    }
  }

  return {
    record: (caller) => {
      if (standing.has(caller)) return
      standing.add(caller)
      used.add(caller.token_id)
      due ??= setTimeout(write, gathered).unref()
      renewal ??= setTimeout(renew, stands).unref()
      if (used.size >= most) write()
    },
    stop: async () => {
      write()
      await writing
      clearTimeout(renewal)
    },
  }
}
