/** So many requests leave something behind that is worth clearing away. */
const worthwhile = 1_000

/**
 * Clears away, once nobody asks any more, what busy times have left in memory: it would stay there until the next ones.
 * @param asked - how many requests there have been
 * @param every - how often that is looked at: nobody has asked if it is the same twice, in milliseconds
 * @returns what ends that
 */
export const restAfterWork = (asked: () => number, rest: () => void, every = 500): (() => void) => {
  let [seen, cleared] = [0, 0]
  const look = () => {
    const now = asked()
    if (now === seen && now - cleared >= worthwhile) {
      cleared = now
      rest()
      Bun.gc(true)
    }
    seen = now
  }
  const timer = setInterval(look, every).unref()
  return () => clearInterval(timer)
}
