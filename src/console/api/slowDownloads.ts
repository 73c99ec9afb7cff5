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

/** How long its pace is measured, in milliseconds: at first, the buffers of the system take some megabytes at once. */
const windowMs = 15_000

/** How long a rejection counts, and how long after a look the next one has to come, in milliseconds. */
const maxAgeMs = 60_000

/** How much the client of each file had taken. */
interface Look {
  at: number
  bytes: Map<RunningDownload, number>
}

/** Finds the files that slow clients keep others from. Their pace is measured from one look to another. */
export const createSlowDownloads = (running: ReadonlySet<RunningDownload>, now = () => performance.now()) => {
  let rejectedAt = Number.NEGATIVE_INFINITY
  /** The first one is the newest that is old enough to measure from. */
  let looks: Look[] = []

  return {
    /** A request was rejected, since all places were taken. */
    noteRejection: (): void => {
      rejectedAt = now()
    },
    /** Is called now and then while requests wait. If one was rejected before, it ends the slowest file of the site that has most, if that is slow. */
    endOne: (): void => {
      const at = now()
      if (at - (looks.at(-1)?.at ?? at) > maxAgeMs) looks = []
      looks.push({ at, bytes: new Map([...running].map((download) => [download, download.bytes])) })
      while (looks[1] && at - looks[1].at >= windowMs) looks.shift()
      const [first] = looks
      if (!first || at - first.at < windowMs || at - rejectedAt > maxAgeMs) return
      const bySite = [...Map.groupBy(running, ({ site }) => site).values()]
      const [largest = []] = bySite.sort((a, b) => b.length - a.length)
      if (largest.length <= maxPerSite) return
      const paceOf = (download: RunningDownload) =>
        ((download.bytes - (first.bytes.get(download) ?? Number.NEGATIVE_INFINITY)) / (at - first.at)) * 1_000
      const [slowest] = largest.sort((a, b) => paceOf(a) - paceOf(b))
      if (slowest && paceOf(slowest) < minPace) slowest.cut()
    },
  }
}
