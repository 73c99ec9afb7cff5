// Whose work takes its turn. Whose file a library is says `library/fileOwner.ts`.

/** Who uses something that is limited for all. */
export interface Owner {
  /** Where it is: an IPv4 address, or an IPv6 /48. */
  readonly site: string
  /** The account; where there is none, what stands for it, such as the site. What an account may have counts across sites. */
  readonly account: string
  /** Whether it goes first among those that have as much. */
  readonly isAdmin: boolean
}

/** For whom a task is done. */
export interface TaskOwner {
  readonly owners: readonly Owner[]
  /** Of a task that several owners may share: it is done when it is the turn of one of them. The function is called when a further one joins. */
  readonly onJoin?: (listener: () => void) => void
  /** Whether nobody waits for it any more. */
  readonly isAbandoned: boolean
  /** Whether it is rejected when too much waits, or it has waited for too long; true by default. */
  readonly mayBeRejected?: boolean
}

/** The owner of what no request asks for. */
export const processOwner: Owner = { site: 'this process', account: 'this process', isAdmin: false }
