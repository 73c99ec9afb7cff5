import { ValidationError } from '../base/errors.ts'
import type { TokenLimits } from '../base/limits.ts'
import { addMilliseconds, type Instant, subtractMilliseconds } from '../library/clock.ts'

/** How the uses of tokens are recorded. */
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

/** With a maximum number of sessions, the one that was used least recently has to be known to the minute. */
const intervalWithMaxSessions = 60_000

/** Uses are recorded so often that a token that is in use never ends for being idle, or for having too many others beside it. */
export const usageIntervalsFor = ({ maxIdleMs, perAccount }: TokenLimits): TokenUsageIntervals => {
  const maxInterval = Math.min(
    maxIdleMs === undefined ? hour : maxIdleMs / 10,
    perAccount === undefined ? hour : intervalWithMaxSessions,
  )
  return {
    flushInterval: Math.min(defaultIntervals.flushInterval, maxInterval),
    resolution: Math.min(defaultIntervals.resolution, maxInterval),
  }
}

/** What decides when a token ends. Times are in milliseconds since the epoch. */
export interface TokenLife {
  /** When the token ends by its age; Infinity if never. */
  readonly ends_at: number
  /** The last recorded use, or the creation of a token that was not used. */
  last_used_at: number
}

interface TokenTimes {
  created_at: Instant
  expires_at: Instant | null
  last_used_at: Instant | null
}

/** Applies the limits of the server to tokens. @param wallMs - the time in milliseconds since 1970 */
export const createTokenRules = (limits: TokenLimits = {}, wallMs = Date.now) => {
  const { maxAgeMs = Number.POSITIVE_INFINITY, maxIdleMs } = limits
  const { flushInterval, resolution } = usageIntervalsFor(limits)
  // A recorded use may be this much older than the last use. So a token ends up to a fifth later than the limit says, and
  // never earlier.
  const idleMs = maxIdleMs === undefined ? Number.POSITIVE_INFINITY : maxIdleMs + flushInterval + resolution

  return {
    lifeOf: ({ created_at, expires_at, last_used_at }: TokenTimes): TokenLife => ({
      ends_at: Math.min(
        Date.parse(created_at) + maxAgeMs,
        expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
      ),
      last_used_at: Date.parse(last_used_at ?? created_at),
    }),
    /** Whether a token has ended. Every request calls it, so it reads the clock only if the token can end. */
    hasEnded: ({ ends_at, last_used_at }: TokenLife): boolean => {
      if (ends_at === Number.POSITIVE_INFINITY && idleMs === Number.POSITIVE_INFINITY) return false
      const now = wallMs()
      return now >= ends_at || now - last_used_at > idleMs
    },
    /** The instants before which a token was created, or last used, that has ended; undefined for a limit that is off. */
    endedBefore: (now: Instant) => ({
      created: maxAgeMs === Number.POSITIVE_INFINITY ? undefined : subtractMilliseconds(now, maxAgeMs),
      used: idleMs === Number.POSITIVE_INFINITY ? undefined : subtractMilliseconds(now, idleMs),
    }),
  }
}

export type TokenRules = ReturnType<typeof createTokenRules>

/** The longest life of a token or invitation, in milliseconds: a hundred years. */
const maxLifeMs = 100 * 365 * 86_400_000

/** @throws ValidationError unless `expires_at` is in the future, and not more than a hundred years away */
export const requireFuture = (now: Instant, expires_at: Instant): void => {
  if (expires_at > now && expires_at <= addMilliseconds(now, maxLifeMs)) return
  throw new ValidationError({ expires_at: ['The expires_at must be in the future, and at most 100 years away.'] })
}
