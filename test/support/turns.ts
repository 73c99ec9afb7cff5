/** The CPU time of this thread in milliseconds. It does not grow while other processes have the processor. */
const threadTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Measures how long the turns of the event loop take, in milliseconds of CPU time. */
export const measureTurns = () => {
  // What the tests before have left would be collected in one long turn.
  Bun.gc(true)
  const start = threadTime()
  let [last, longest, isOver] = [start, 0, false]
  const next = () => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  return {
    end: () => {
      isOver = true
      return { all: last - start, longest }
    },
  }
}
