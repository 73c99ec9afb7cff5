/** A clock for the login throttle that a test sets. Delays end at once, and are recorded. */
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
    },
  }
}
