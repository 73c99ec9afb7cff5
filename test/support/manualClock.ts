/** A clock for the login throttle that a test sets. Delays set it forward, and are recorded. */
export const createManualClock = () => {
  const delays: number[] = []
  let time = 0
  return {
    /** The length of each delay, in milliseconds. */
    delays,
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
    wait: async (milliseconds: number) => {
      delays.push(milliseconds)
      time += milliseconds
    },
  }
}

/** A clock on which many delays pass at the same time. It stands still until a test sets it forward. */
export const createTimeline = () => {
  let timers: { at: number; resolve: () => void }[] = []
  let time = 0
  return {
    now: () => time,
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        timers.push({ at: time + milliseconds, resolve })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    /** Sets the clock forward from one timer to the next. What a timer starts runs before the next one. */
    advanceTo: async (end: number) => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        const next = timers.reduce((min, { at }) => Math.min(min, at), Number.POSITIVE_INFINITY)
        if (next > end) break
        time = next
        const due = timers.filter(({ at }) => at <= time)
        timers = timers.filter(({ at }) => at > time)
        for (const { resolve } of due) resolve()
      }
      time = end
    },
  }
}
