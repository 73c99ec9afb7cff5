import type { StreamLimits } from '../../base/limits.ts'
import { TooManyStreams } from '../../base/retryLater.ts'
import { createScheduler } from '../../base/scheduler.ts'

/** Counts the open streams. All together have no limit. */
export const createStreamCounts = ({ perAccount, perClient }: StreamLimits) => {
  const capacity = Number.POSITIVE_INFINITY
  const kinds = {
    account: createScheduler({ capacity, perAccount }),
    client: createScheduler({ capacity, perAccount: perClient }),
  }
  /** @throws TooManyStreams */
  const takeOf = (kind: keyof typeof kinds, name: string) => {
    const owner = { site: name, account: name, isAdmin: false }
    const place = kinds[kind].take({ owner, amount: 1, revoke: () => {} })
    if (!place) throw new TooManyStreams(kind)
    return place
  }
  return {
    /** @param client - '' where it is not known @returns a function that gives the place back @throws TooManyStreams */
    take: (user_id: number, client: string): (() => void) => {
      const places = [takeOf('account', `${user_id}`)]
      const release = () => {
        for (const place of places) place.release()
      }
      try {
        if (client !== '') places.push(takeOf('client', client))
      } catch (error) {
        release()
        throw error
      }
      return release
    },
  }
}
