/** A date and time in UTC with microseconds, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. Instants sort as text. */
export type Instant = string

/** The last instant that `now` returned, in microseconds since the epoch. */
let last = 0

/**
 * Returns the current time, or one microsecond after the last returned instant, whichever is later. So no two writes
 * have the same instant, and their order stays right when the system clock is set back.
 */
export const now = (): Instant => {
  last = Math.max(last + 1, readMicroseconds())
  return format(last)
}

/** Makes `now` return instants after this one: another node may have a clock that is ahead. */
export const advanceClock = (instant: Instant): void => {
  last = Math.max(last, microsecondsOf(instant))
}

const microsecondsOf = (instant: Instant) => Date.parse(instant) * 1000 + Number(instant.slice(23, 26))

/** When `performance.now()` was 0, in milliseconds since the epoch. */
let origin = performance.timeOrigin

/**
 * `performance.now()` has microseconds, but does not follow the system clock when that is set. So the origin is
 * corrected.
 */
const readMicroseconds = () => {
  const wall = Date.now()
  if (Math.abs(origin + performance.now() - wall) >= 2) origin = wall - performance.now()
  return Math.floor((origin + performance.now()) * 1000)
}

/** The instant of a time in milliseconds since 1970. */
export const instantOf = (milliseconds: number): Instant => format(milliseconds * 1000)

/** Adds to an instant. The result has whole milliseconds. */
export const addMilliseconds = (instant: Instant, milliseconds: number): Instant =>
  instantOf(Date.parse(instant) + milliseconds)

/** Subtracts from an instant. The result has whole milliseconds. */
export const subtractMilliseconds = (instant: Instant, milliseconds: number): Instant =>
  addMilliseconds(instant, -milliseconds)

let [formatted, formattedMs] = ['', Number.NaN]

/** Reuses the last milliseconds, since many writes come in the same one. */
const format = (microseconds: number): Instant => {
  const milliseconds = Math.floor(microseconds / 1000)
  if (milliseconds !== formattedMs)
    [formatted, formattedMs] = [new Date(milliseconds).toISOString().slice(0, -1), milliseconds]
  return `${formatted}${String(microseconds % 1000).padStart(3, '0')}Z`
}

/** The instants of a write, which are members of its transaction. */
export interface WriteInstants {
  /** The instant of everything that it changes. A library in memory may have a clock of its own for it. */
  readonly now: Instant
  /** The same by the clock of the machine, for what ends by time: tokens and invitations. */
  readonly realNow: Instant
}

/** Gives writes their instants, and says what ends by time. */
export interface Clock {
  stamp(): WriteInstants
  /** The present by this clock: the age of what was written is measured from it. */
  present(): Instant
  /** The present by the clock of the machine, as `WriteInstants.realNow`. */
  realNow(): Instant
  /** The same in milliseconds since 1970. Every request may ask for it. */
  wallMs(): number
  /** Milliseconds of a clock that nobody sets, from any beginning: for intervals. */
  runningMs(): number
  /** Returns a function that sets the clock back to its present time. */
  mark(): () => void
  /** Moves all of its times forwards. Only the clock of a library in memory has it. */
  readonly advance: ((milliseconds: number) => void) | undefined
  /** Calls a function after each move. Returns one that ends this. */
  onMove(listener: () => void): () => void
}

const neverMoved = () => () => {}

export const systemClock: Clock = {
  stamp: () => {
    const instant = now()
    return { now: instant, realNow: instant }
  },
  present: now,
  realNow: now,
  wallMs: Date.now,
  runningMs: () => performance.now(),
  mark: () => () => {},
  advance: undefined,
  onMove: neverMoved,
}

/**
 * The clock of a library in memory, which a test may move.
 * @param start - where it stands still: each write that stamps something is one microsecond after the one before it. So the same writes have the
 * same instants in each run. By default it goes as the clock of the machine
 */
export const createMovableClock = (start?: Instant): Clock => {
  let movedMs = 0
  const isPinned = start !== undefined
  let next = isPinned ? microsecondsOf(start) : 0
  const listeners = new Set<() => void>()
  const realNow = () => {
    const instant = now()
    return movedMs === 0 ? instant : format(microsecondsOf(instant) + movedMs * 1000)
  }
  return {
    stamp: () => {
      const real = realNow()
      if (!isPinned) return { now: real, realNow: real }
      let instant: Instant | undefined
      return {
        // Only a write that asks for it takes an instant: those in the background, such as of the uses of tokens, come at any time.
        get now() {
          instant ??= format(next++)
          return instant
        },
        realNow: real,
      }
    },
    present: () => (isPinned ? format(next) : realNow()),
    realNow,
    wallMs: () => Date.now() + movedMs,
    runningMs: () => performance.now() + movedMs,
    mark: () => {
      const marked = [movedMs, next] as const
      return () => {
        ;[movedMs, next] = marked
      }
    },
    advance: (milliseconds) => {
      movedMs += milliseconds
      next += milliseconds * 1000
      for (const listener of listeners) listener()
    },
    onMove: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the instant of a time in UTC such as `2026-01-01T00:00:00Z`, with up to six decimals; undefined for another text. */
export const parseInstant = (text: string): Instant | undefined => {
  const [, seconds = '', fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(text) ?? []
  const milliseconds = Date.parse(`${seconds}Z`)
  // A day or an hour that there is not, such as February 30, is another one in the result. After the year 9998 a library would soon have no instants left.
  if (Number.isNaN(milliseconds) || !instantOf(milliseconds).startsWith(seconds) || seconds >= '9999') return
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
