/** A moment in UTC, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export type Instant = string

let last = 0

/**
 * Now, in microseconds, and later than every moment it gave before: two writes never share one, and a clock that is set
 * back does not turn the order of events around.
 */
export const now = (): Instant => {
  last = Math.max(last + 1, microseconds())
  return format(last)
}

// The fine clock counts from an origin; the wall clock says where that is, anew whenever it was set.
let origin = performance.timeOrigin

const microseconds = () => {
  const wall = Date.now()
  if (Math.abs(origin + performance.now() - wall) >= 2) origin = wall - performance.now()
  return Math.floor((origin + performance.now()) * 1000)
}

/** A moment so many milliseconds before another one. */
export const subtractMilliseconds = (moment: Instant, milliseconds: number): Instant =>
  format((Date.parse(moment) - milliseconds) * 1000)

const format = (at: number): Instant => {
  const millisecond = Math.floor(at / 1000)
  return `${new Date(millisecond).toISOString().slice(0, -1)}${String(at % 1000).padStart(3, '0')}Z`
}
