/** A part of a shared resource, in use by one client. */
export interface Holding {
  /** Gives it back. Further calls do nothing. */
  release(): void
}

interface HoldingRequest {
  client: string
  amount: number
  /** Whether others may lose their holdings to this one, however little they hold. */
  isPreferred?: boolean
  /** Called when the holding is taken away for that of another client. */
  revoke: () => void
}

/** What one client holds. Preferred holdings are counted apart from the client's others. */
interface Share {
  isPreferred: boolean
  amount: number
  /** In the order in which they were taken. */
  holdings: Set<{ amount: number; revoke: () => void }>
}

interface FairShareOptions {
  /** The maximum amount of all clients together. */
  total: number
  /** The maximum amount of one client. */
  perClient: number
}

/**
 * Divides a limited resource between clients. When it is used up, the client that holds the most loses its newest
 * holding to a client that holds less, even with what it takes. So no client keeps the others out. When all hold the same,
 * a further one gets nothing.
 */
export const createFairShare = ({ total, perClient }: FairShareOptions) => {
  const shares = new Map<string, Share>()
  let used = 0

  const largestShare = () => {
    let largest: Share | undefined
    for (const share of shares.values()) {
      const isFirst = !largest || (largest.isPreferred && !share.isPreferred)
      const isLarger = largest && share.isPreferred === largest.isPreferred && share.amount > largest.amount
      if (isFirst || isLarger) largest = share
    }
    return largest
  }

  const revokeNewest = (share: Share) => {
    const newest = [...share.holdings].at(-1)
    newest?.revoke()
    return newest !== undefined
  }

  /**
   * Makes room for an amount of a share. Returns false if the other shares must not lose more to it; holdings that were
   * revoked before stay revoked.
   */
  const makeRoom = (share: Share, amount: number) => {
    while (used + amount > total) {
      const largest = largestShare()
      if (!largest || largest === share) return false
      const mayRevoke =
        share.isPreferred === largest.isPreferred ? largest.amount > share.amount + amount : share.isPreferred
      if (!mayRevoke || !revokeNewest(largest)) return false
    }
    return true
  }

  return {
    /** Takes a holding. Returns undefined when the client has its maximum, or none can be revoked for it. */
    take({ client, amount, isPreferred = false, revoke }: HoldingRequest): Holding | undefined {
      const key = `${isPreferred} ${client}`
      const share = shares.get(key) ?? { isPreferred, amount: 0, holdings: new Set() }
      if (share.amount + amount > perClient || !makeRoom(share, amount)) return
      const holding = {
        amount,
        revoke: () => {
          release()
          revoke()
        },
      }
      const release = () => {
        if (!share.holdings.delete(holding)) return
        used -= amount
        share.amount -= amount
        if (share.holdings.size === 0) shares.delete(key)
      }
      share.holdings.add(holding)
      shares.set(key, share)
      used += amount
      share.amount += amount
      return { release }
    },
    /** The amount that is held. */
    get used() {
      return used
    },
  }
}
