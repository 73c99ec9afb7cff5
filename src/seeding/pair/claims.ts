import type { Row } from '../rows.ts'

/** Why a record may be the one of an entry. The lowest rank is the strongest claim. */
const ranks = {
  /**
   * Both have the same key, or the same identity and no key. To an entry that removes a record, all that it describes are equal: the next
   * seed would remove another one of them.
   */
  exact: 0,
  /** They have the same identity. Only the entry has a key, which the record gets. */
  newKey: 1,
  /** They have the same identity. Only the record has a key. */
  libraryKey: 1,
  /** An earlier run has found the rename, and it was accepted. */
  acceptedRename: 2,
  /** The record has the key that the entry had, as it says. */
  formerKey: 2,
  /** The record has the identity that the entry had, as it says. */
  formerIdentity: 2,
  /** The record was the one of the entry at the last seed. People may have renamed it, or the entry may have another key. */
  lastSeed: 3,
  /** The record has the path of the entry, and another key, or gives the path to another record. */
  path: 4,
}

export type Claim = keyof typeof ranks

/** A record that may be the one of an entry. */
export interface Candidate {
  id: number
  claim: Claim
  /** Whether the entry would change the record. */
  differs: boolean
  /** Absent for the first exact candidate: a record of which only this is known takes no object. */
  row?: Row
}

/** Whether an entry describes a record as it is in the library. */
export const isDescribed = ({ claim }: Pick<Candidate, 'claim'>): boolean => ranks[claim] <= ranks.libraryKey

/** Whether an entry says that it was a record, or that was accepted. */
export const isSaidToBe = ({ claim }: Pick<Candidate, 'claim'>): boolean =>
  claim === 'acceptedRename' || claim === 'formerIdentity'

/** What follows from the candidates of an entry. */
export interface Choice {
  /** The record of the entry. Without it the entry creates one. */
  chosen?: Candidate
  /** The ids of several candidates that are equally strong, which is a problem: no record is guessed. */
  equalIds?: number[]
  /** Another record, which has the identity that the entry says it had. One entry can't be both. */
  formerId?: number
  /** The candidates with weaker claims. Another entry may have them. */
  weaker: readonly Candidate[]
}

/** Chooses the record with the strongest claim. */
export const chooseCandidate = (candidates: readonly Candidate[]): Choice => {
  const best = candidates.reduce((rank, { claim }) => Math.min(rank, ranks[claim]), Number.POSITIVE_INFINITY)
  const strongest = candidates.filter(({ claim }) => ranks[claim] === best)
  const [chosen, ...others] = strongest
  if (!chosen) return { weaker: [] }
  if (others.length > 0) return { equalIds: strongest.map(({ id }) => id), weaker: [] }
  const weaker = candidates.filter((candidate) => candidate !== chosen)
  // A former key has no effect when the entry has a record, since a file may have been copied before it got its key.
  const former = isDescribed(chosen) ? weaker.find(({ claim }) => claim === 'formerIdentity') : undefined
  return { chosen, ...(former && { formerId: former.id }), weaker }
}
