import type { Instant } from '../database/clock.ts'
import type { Writer } from '../database/connection.ts'
import { fromKeys } from '../records.ts'
import { ChangeList } from './changeList.ts'
import type { Catalogue } from './format.ts'
import type { ProblemList } from './problems.ts'
import type { PruneLimit } from './pruneLimit.ts'
import { ReferenceIndex } from './referenceIndex.ts'
import { createReport, type Report } from './report.ts'
import { type SectionName, sectionNames } from './sections.ts'

export interface SeedOptions {
  /** The caller rolls everything back. The report says what would change. */
  dryRun?: boolean
  /** Delete the records that no entry of the file matches. Without it they stay, and entries may refer to them. */
  prune?: boolean
  /** Fail when `prune` would delete more records or likes than this. */
  maxDeletions?: { records: number; likes: number }
  /** Fail when `prune` would delete more records of a section. A dry run reports it instead. Without it there is no limit. */
  pruneLimit?: PruneLimit
  /** The numbers of records of each section that may be pruned although they are over the limit. */
  confirmedPrunes?: Record<SectionName, number>
  /** The maximum number of changes of each section and action in the report. Without it the report contains none. */
  maxChanges?: number
  /** Called after each page with the number of entries that are processed and the number of all entries. */
  onProgress?: (processed: number, total: number) => Promise<void>
}

/** The state of one run of `reconcile`. The values of a section are filled in while it is reconciled. */
export interface SeedContext {
  tx: Writer
  now: Instant
  catalogue: Catalogue
  options: SeedOptions
  problems: ProblemList
  report: Report
  /** The records that references can name: those of the file, and without `prune` the other records of the library. */
  referenceIndexes: Record<SectionName, ReferenceIndex>
  /** The names of the library's records before they are updated, by id. Only filled when the report contains changes. */
  previousNames: Record<SectionName, Map<number, string>>
  /** The ids of the records that entries match or create, by the index of the entry. */
  entryIds: Record<SectionName, Float64Array>
  /** The ids of the records that no entry matches. Only filled with `prune`. */
  idsToDelete: Record<SectionName, number[]>
  /** The number of those that are there because of `prune`. */
  prunedCounts: Record<SectionName, number>
  /** The number of records in the library before the seed. */
  recordCounts: Record<SectionName, number>
  /** The changes for the report, if it lists any. */
  changes: ChangeList | undefined
  /** The number of entries that are processed. */
  processed: number
  /** The number of entries of all sections. */
  total: number
}

export const createContext = (
  tx: Writer,
  now: Instant,
  catalogue: Catalogue,
  problems: ProblemList,
  options: SeedOptions,
): SeedContext => ({
  tx,
  now,
  catalogue,
  options,
  problems,
  report: createReport(),
  referenceIndexes: fromKeys(sectionNames, () => new ReferenceIndex(options.maxChanges !== undefined)),
  previousNames: fromKeys(sectionNames, () => new Map()),
  entryIds: fromKeys(sectionNames, (name) => new Float64Array(catalogue[name].length)),
  idsToDelete: fromKeys(sectionNames, () => []),
  prunedCounts: fromKeys(sectionNames, () => 0),
  recordCounts: fromKeys(sectionNames, () => 0),
  changes: options.maxChanges === undefined ? undefined : new ChangeList(options.maxChanges),
  processed: 0,
  total: sectionNames.reduce((sum, name) => sum + catalogue[name].length, 0),
})
