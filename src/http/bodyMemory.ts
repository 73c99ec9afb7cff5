import { createScheduler, type SchedulerOptions } from '../base/scheduler.ts'
import type { Owner } from '../base/taskOwner.ts'

interface BodyMemoryOptions {
  /** The maximum memory of all bodies together, in bytes. It is at least that of four bodies of the maximum size. */
  maxBytes: number
  /** The maximum size of one body, in bytes. */
  maxBodyBytes: number
}

/** An account, or the anonymous clients of a site, have at most a quarter of the memory. */
export const bodyPlaces = ({ maxBytes, maxBodyBytes }: BodyMemoryOptions): SchedulerOptions => {
  const capacity = Math.max(maxBytes, 4 * maxBodyBytes)
  return { capacity, perAccount: capacity / 4 }
}

/** Limits the memory of the bodies that are arriving. When all is used, who uses most loses its newest body. */
export const createBodyMemory = (options: BodyMemoryOptions) => {
  const memory = createScheduler(bodyPlaces(options))
  return {
    /**
     * Takes memory for bytes of a body. Returns undefined if there is none; calls `revoke` if it is taken away.
     * @param isAnonymous - whether no account is known: then the site has the part of one
     */
    take: (owner: Owner, isAnonymous: boolean, amount: number, revoke: () => void) =>
      memory.take({ owner: isAnonymous ? { ...owner, account: owner.site } : owner, amount, revoke }),
  }
}

export type BodyMemory = ReturnType<typeof createBodyMemory>
