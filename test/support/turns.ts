/** Measures how long the turns of the event loop take, in milliseconds. */
export const measureTurns = () => {
  const start = performance.now()
  let [last, longest, isOver] = [start, 0, false]
  const next = () => {
    const now = performance.now()
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
