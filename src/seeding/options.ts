import type { PruneLimit } from './decide/pruneLimit.ts'
import type { PeopleWay } from './report/peopleChange.ts'
import type { LikelyRename } from './report/report.ts'

/** What is done with changes by people. */
export interface PeopleOptions {
  way: PeopleWay
  /** What is done with some of them instead, by their paths. */
  choices?: ReadonlyMap<string, PeopleWay>
}

/** What a seed is asked to do. */
export interface SeedOptions {
  /** Delete the records that no entry of the file matches. Without it they stay, and entries may refer to them. */
  prune?: boolean
  /** Fail when `prune` would delete more records or likes than this. */
  maxDeletions?: { records: number; likes: number }
  /** Fail when `prune` would delete more records of a section. A preview reports it instead. Without it there is no limit. */
  pruneLimit?: PruneLimit
  /** The maximum number of changes of each section and action in the report. Without it the report contains none. */
  maxChanges?: number
  /** Renames that an earlier run has found, and that are carried out. */
  acceptedRenames?: readonly LikelyRename[]
  /**
   * Carry out likely renames that no earlier run has found. `accept` does it at once where that is possible; elsewhere, and with `throw`,
   * RenamesFound is thrown.
   */
  likelyRenames?: 'accept' | 'throw'
  /** What is done with what people have changed since the last seed. Without it, it is overwritten. */
  people?: PeopleOptions
  /** Report also what earlier seeds have kept. */
  listsKept?: boolean
  /** `prune` does not delete the records that no seed has had in its file. */
  keepsNew?: boolean
  /** Called after each page with the number of entries that are processed and the number of all entries. */
  onProgress?: (processed: number, total: number) => Promise<void>
}
