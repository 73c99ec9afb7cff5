let lastRss = 0

/** The resident memory of the process, in bytes. When it can't be read, as without a free file descriptor, it is the last that was. */
export const readRss = (): number => {
  try {
    lastRss = process.memoryUsage.rss()
  } catch {
    // The next call may succeed.
  }
  return lastRss
}
