import type { Key } from './dependencies.ts'

/** An answer, and what it showed when. */
export interface Dated {
  /** When it was read, as a number of the ledger's. */
  moment: number
  shows: readonly Key[]
}

/** How many records are known to have changed; past that all that was remembered is given up. */
const most = 100_000

/** Answers that show more than that are no longer good after any change: to look at all of it would take longer. */
const many = 2_000

/** Which records changed when. An answer is good as long as nothing that it shows has changed since it was read. */
export const ledger = (giveUp: () => void) => {
  let now = 0
  let forgotten = 0
  let changed = new Map<Key, number>()
  return {
    /** What is read from now on is of this moment, or a later one. */
    get now() {
      return now
    },
    note(keys: Iterable<Key>) {
      now++
      for (const key of keys) changed.set(key, now)
      if (changed.size > most) giveUp()
    },
    /** Whoever reads it again has less to look at. */
    isGood(answer: Dated): boolean {
      if (answer.moment === now) return true
      if (answer.moment < forgotten || answer.shows.length > many) return false
      for (const key of answer.shows) {
        const last = changed.get(key)
        if (last !== undefined && last > answer.moment) return false
      }
      answer.moment = now
      return true
    },
    /** Nothing that was read before is good. */
    clear() {
      now++
      forgotten = now
      changed = new Map()
    },
  }
}
