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

const microseconds = () => {
  const wall = Date.now()
  const fine = performance.timeOrigin + performance.now()
  // The fine clock starts with the process and knows nothing of the wall clock being set since.
  return Math.floor((Math.abs(fine - wall) < 2 ? fine : wall) * 1000)
}

const format = (at: number): Instant => {
  const millisecond = Math.floor(at / 1000)
  return `${new Date(millisecond).toISOString().slice(0, -1)}${String(at % 1000).padStart(3, '0')}Z`
}
