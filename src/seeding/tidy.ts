/** Memory that may be taken before it is collected: this many bytes, or a quarter of what is in use. */
const least = 48e6

let after = 0

/**
 * Called now and then. The collector by itself lets garbage grow to the size of all that is alive, which is too much
 * beside a file of a million records.
 */
export const collectGarbage = () => {
  const used = process.memoryUsage.rss()
  after ||= used
  if (used - after < Math.max(least, after / 4)) return
  Bun.gc(true)
  after = process.memoryUsage.rss()
}
