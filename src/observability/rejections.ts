import { log } from './log.ts'

/** The least time between two lines of the log, in milliseconds. */
const logIntervalMs = 60_000

/**
 * Counts the requests that were rejected since too much waits, by kind of work: not by owner, of whom there may be any number. The log has at
 * most one line a minute for them.
 */
export const createRejections = (now = () => performance.now()) => {
  const counts = new Map<string, number>()
  const unlogged = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY

  const addTo = (numbers: Map<string, number>, work: string) => numbers.set(work, (numbers.get(work) ?? 0) + 1)

  return {
    count: (work: string): void => {
      addTo(counts, work)
      addTo(unlogged, work)
      if (now() - loggedAt < logIntervalMs) return
      loggedAt = now()
      const kinds = [...unlogged].map(([kind, count]) => `${count} for ${kind}`)
      log.warn(`Requests were rejected because too much work was waiting: ${kinds.join(', ')}.`)
      unlogged.clear()
    },
    /** How many there were since the start, by kind of work. */
    counts: (): ReadonlyMap<string, number> => counts,
  }
}
