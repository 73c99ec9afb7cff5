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
  last = Math.max(last, Date.parse(instant) * 1000 + Number(instant.slice(23, 26)))
}

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
