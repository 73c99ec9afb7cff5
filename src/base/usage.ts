import type { Owner } from './taskOwner.ts'

/** What a site, or an account, has of something that is limited for all. */
interface Use {
  /** What it holds or runs. */
  held: number
  /** How many of its tasks wait. */
  waiting: number
  /** Its place in the order of those who have as much. The next one is who has the smallest. */
  turn: number
}

/** What an owner has: the counts of its site, and those of its account. */
export interface OwnerUse {
  readonly owner: Owner
  readonly site: Use
  readonly account: Use
}

/**
 * How far behind the last turn a newcomer comes: before those that have had that turn, and behind all others. So one who comes and goes gets no more
 * turns than one who waits, although it is forgotten in between. (Self-clocked fair queueing: Golestani, 1994.)
 */
const newcomerStep = 0.99

/** Counts what owners have. It knows those that have something, and no others. */
export const createUsage = () => {
  const sites = new Map<string, Use>()
  const accounts = new Map<string, Use>()
  let held = 0
  /** The turns of the site, and of the account, that were served last. */
  const clock = { site: 0, account: 0 }

  const newUse = (lastTurn: number): Use => ({ held: 0, waiting: 0, turn: lastTurn + newcomerStep })

  const findOrAdd = (uses: Map<string, Use>, key: string, lastTurn: number) => {
    const found = uses.get(key)
    if (found) return found
    const use = newUse(lastTurn)
    uses.set(key, use)
    return use
  }

  const serve = (use: Use, level: 'site' | 'account') => {
    clock[level] = Math.max(clock[level], use.turn)
    use.turn = clock[level] + 1
  }

  const forgetUnused = ({ owner, site, account }: OwnerUse) => {
    if (site.held === 0 && site.waiting === 0) sites.delete(owner.site)
    if (account.held === 0 && account.waiting === 0) accounts.delete(owner.account)
  }

  return {
    /** The counts of an owner, for `hold` and `wait`. */
    of: (owner: Owner): OwnerUse => ({
      owner,
      site: findOrAdd(sites, owner.site, clock.site),
      account: findOrAdd(accounts, owner.account, clock.account),
    }),
    /** The counts of an owner that may have nothing, to look at. */
    peek: (owner: Owner): OwnerUse => ({
      owner,
      site: sites.get(owner.site) ?? newUse(clock.site),
      account: accounts.get(owner.account) ?? newUse(clock.account),
    }),
    hold: ({ site, account }: OwnerUse, amount: number): void => {
      held += amount
      site.held += amount
      account.held += amount
      serve(site, 'site')
      serve(account, 'account')
    },
    release: (use: OwnerUse, amount: number): void => {
      held -= amount
      use.site.held -= amount
      use.account.held -= amount
      forgetUnused(use)
    },
    wait: ({ site, account }: OwnerUse): void => {
      site.waiting++
      account.waiting++
    },
    leave: (use: OwnerUse): void => {
      use.site.waiting--
      use.account.waiting--
      forgetUnused(use)
    },
    /** What all owners hold together. */
    get held() {
      return held
    },
  }
}

export type Usage = ReturnType<typeof createUsage>

/**
 * Whose turn it is: of the one whose site holds least, then whose account does; among equals of an admin, and then of the one that was served
 * longest ago. @returns a negative number if the turn is that of the first one, 0 if they are equal
 */
export const compareTurns = (a: OwnerUse, b: OwnerUse): number =>
  a.site.held - b.site.held ||
  a.account.held - b.account.held ||
  Number(b.owner.isAdmin) - Number(a.owner.isAdmin) ||
  a.site.turn - b.site.turn ||
  a.account.turn - b.account.turn

/**
 * Finds whose part gives way to a further one of an owner: that of the account that has most, of the site that has most. It must have more than the
 * owner, even with this part. Among equals it is the one that came last, and an admin is the last one of all.
 * @param count - `held` or `waiting`
 * @param mustYield - whether an owner gives way in any case, if no other one does
 */
export const findLargest = <Group extends { use: OwnerUse }>(
  groups: Iterable<Group>,
  newcomer: OwnerUse,
  amount: number,
  count: 'held' | 'waiting',
  mustYield: (use: OwnerUse) => boolean,
): Group | undefined => {
  const hasMore = ({ owner, site, account }: OwnerUse) =>
    owner.site === newcomer.owner.site
      ? account[count] > newcomer.account[count] + amount
      : site[count] > newcomer.site[count] + amount
  const compare = (a: OwnerUse, b: OwnerUse) =>
    Number(b.owner.isAdmin) - Number(a.owner.isAdmin) ||
    a.site[count] - b.site[count] ||
    a.account[count] - b.account[count]
  let largest: Group | undefined
  for (const group of groups) {
    if (largest && compare(group.use, largest.use) < 0) continue
    if (hasMore(group.use) || mustYield(group.use)) largest = group
  }
  return largest
}
