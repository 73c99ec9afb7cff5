import type { StreamLimits } from '../../base/limits.ts'
import { TooManyStreams } from '../../base/retryLater.ts'

/** Counts the open streams. */
export const createStreamCounts = ({ perAccount, perClient }: StreamLimits) => {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    /** @param client - '' where it is not known @returns a function that gives the place back @throws TooManyStreams */
    take: (user_id: number, client: string): (() => void) => {
      const [ofAccount, ofClient] = [`account ${user_id}`, `client ${client}`]
      if ((counts.get(ofAccount) ?? 0) >= perAccount) throw new TooManyStreams('account')
      if (client !== '' && (counts.get(ofClient) ?? 0) >= perClient) throw new TooManyStreams('client')
      for (const key of [ofAccount, ofClient]) change(key, 1)
      let isTaken = true
      return () => {
        if (isTaken) for (const key of [ofAccount, ofClient]) change(key, -1)
        isTaken = false
      }
    },
  }
}
