/** A file that is being sent. */
export interface RunningDownload {
  site: string
  /** How much its client has taken. */
  bytes: number
  /** Ends it, without the rest. */
  cut(): void
}

/** How many files a site may have before one of them may be ended for others. */
const maxPerSite = 4

/** A client that takes less than this may be ended, in bytes a second. */
const minPace = 4_096

/** How long it is measured at least, and how long a rejection counts, in milliseconds. */
const [minWindowMs, maxWindowMs] = [15_000, 60_000]

/**
 * Finds the files that slow clients keep others from. The pace of each is measured from the first request that was rejected for want of a place; after a
 * minute, it is measured anew from the next one.
 */
export const createSlowDownloads = (running: ReadonlySet<RunningDownload>, now = () => performance.now()) => {
  let rejectedAt = Number.NEGATIVE_INFINITY
  let bytesBefore = new Map<RunningDownload, number>()

  return {
    /** A request was rejected, since all places were taken. */
    noteRejection: (): void => {
      if (now() - rejectedAt <= maxWindowMs) return
      rejectedAt = now()
      bytesBefore = new Map([...running].map((download) => [download, download.bytes]))
    },
    /** Ends the slowest file of the site that has most, if it is slow. */
    endOne: (): void => {
      const windowMs = now() - rejectedAt
      if (windowMs < minWindowMs || windowMs > maxWindowMs) return
      const bySite = [...Map.groupBy(running, ({ site }) => site).values()]
      const [largest = []] = bySite.sort((a, b) => b.length - a.length)
      if (largest.length <= maxPerSite) return
      const paceOf = (download: RunningDownload) => {
        const before = bytesBefore.get(download)
        return before === undefined ? Number.POSITIVE_INFINITY : ((download.bytes - before) / windowMs) * 1_000
      }
      const [slowest] = largest.sort((a, b) => paceOf(a) - paceOf(b))
      if (slowest && paceOf(slowest) < minPace) slowest.cut()
    },
  }
}
