import { type ResourceName, resourceNames, resources, type Value } from '../catalogue/resources.ts'
import type { Transaction } from '../database/connection.ts'
import { fromKeys } from '../objects.ts'
import { toNormalForm } from './entries.ts'
import type { Catalogue } from './format/catalogueFile.ts'
import { ReferenceIndex } from './match/referenceIndex.ts'
import { type Directives, takeDirectives } from './read/directives.ts'
import type { ProblemList } from './read/problems.ts'
import { ChangeList } from './report/changeList.ts'
import { RenameFinder } from './report/likelyRenames.ts'
import { type Change, createReport, type LikelyRename, type Report } from './report/report.ts'
import { WarningList } from './report/warnings.ts'
import type { PruneLimit } from './write/pruneLimit.ts'

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
  confirmedPrunes?: Record<ResourceName, number>
  /** The maximum number of changes of each section and action in the report. Without it the report contains none. */
  maxChanges?: number
  /** Called with each change, also those that the report leaves out. Only with `maxChanges`. */
  onChange?: (change: Change) => void
  /** Called with the report before the commit. What it throws rolls everything back. */
  beforeCommit?: (report: Report) => void
  /** Renames that an earlier run has found, and that are carried out. */
  acceptedRenames?: readonly LikelyRename[]
  /** Called after each page with the number of entries that are processed and the number of all entries. */
  onProgress?: (processed: number, total: number) => Promise<void>
}

/** The state of one run of `reconcile`. The values of a section are filled in while it is reconciled. */
export interface SeedContext {
  tx: Transaction
  catalogue: Catalogue
  directives: Record<ResourceName, Directives>
  options: SeedOptions
  problems: ProblemList
  report: Report
  /** The records that references can name: those of the file, and without `prune` the other records of the library. */
  referenceIndexes: Record<ResourceName, ReferenceIndex>
  /** The names of the library's records before they are updated, by id. Only filled when the report contains changes. */
  previousNames: Record<ResourceName, Map<number, string>>
  /**
   * The ids of the records that `formerly` and removals refer to, by the names and keys that they have before they are
   * updated: an album may be identified by the label that it had.
   */
  formerIds: Record<ResourceName, ReadonlyMap<string, Set<number>>>
  /** The index of the entry that gives a record another name, by the name that the library has. */
  renamedEntries: Record<ResourceName, Map<string, number>>
  /** Only with a report of changes. */
  renameFinder: RenameFinder | undefined
  /**
   * The ids that records had in members of their identity before entries merged or deleted what these refer to, by the ids of
   * the records.
   */
  formerReferences: Record<ResourceName, Map<number, Record<string, number>>>
  /**
   * The records that entries have merged or deleted, in sections that others refer to: by their ids, those of the records that
   * they were merged into, or null.
   */
  successorIds: Record<ResourceName, Map<number, number | null>>
  /** The ids of the records that entries match or create, by the index of the entry; 0 for those that match no record to remove. */
  entryIds: Record<ResourceName, Float64Array>
  /** The ids of the records that entries merge or delete and, with `prune`, of those that no entry matches. */
  idsToDelete: Record<ResourceName, number[]>
  /** The indexes of entries that share their key or identity with one before. */
  duplicates: Record<ResourceName, Set<number>>
  /** The highest id that the library has had in each section before the seed. */
  lastIds: Record<ResourceName, number>
  /** The second identity member of the records that no entry matches, by id, such as the label of albums. */
  unmatchedValues: Record<ResourceName, Map<number, Value | undefined>>
  warnings: WarningList
  /** The number of those that are there because of `prune`. */
  prunedCounts: Record<ResourceName, number>
  /** The number of records in the library before the seed. */
  recordCounts: Record<ResourceName, number>
  /** The changes for the report, if it lists any. */
  changes: ChangeList | undefined
  /** The number of entries that are processed. */
  processed: number
  /** The number of entries of all sections. */
  total: number
}

export const createContext = (
  tx: Transaction,
  catalogue: Catalogue,
  problems: ProblemList,
  options: SeedOptions,
): SeedContext => {
  const directives = fromKeys(resourceNames, (name) => takeDirectives(catalogue[name]))
  return {
    tx,
    catalogue,
    directives,
    options,
    problems,
    report: createReport(),
    referenceIndexes: fromKeys(resourceNames, (name) => {
      const keepsNames = options.maxChanges !== undefined
      return resources[name].hasPath ? new ReferenceIndex(keepsNames, (path) => path) : new ReferenceIndex(keepsNames)
    }),
    previousNames: fromKeys(resourceNames, () => new Map()),
    formerIds: createFormerIds(catalogue, directives),
    renamedEntries: fromKeys(resourceNames, () => new Map()),
    renameFinder: options.maxChanges === undefined ? undefined : new RenameFinder(),
    formerReferences: fromKeys(resourceNames, () => new Map()),
    successorIds: fromKeys(resourceNames, () => new Map()),
    entryIds: fromKeys(resourceNames, (name) => new Float64Array(catalogue[name].length)),
    idsToDelete: fromKeys(resourceNames, () => []),
    duplicates: fromKeys(resourceNames, () => new Set()),
    lastIds: fromKeys(resourceNames, () => 0),
    unmatchedValues: fromKeys(resourceNames, () => new Map()),
    warnings: new WarningList(),
    prunedCounts: fromKeys(resourceNames, () => 0),
    recordCounts: fromKeys(resourceNames, () => 0),
    changes: options.maxChanges === undefined ? undefined : new ChangeList(options.maxChanges, options.onChange),
    processed: 0,
    total: resourceNames.reduce((sum, name) => sum + catalogue[name].length, 0),
  }
}

/** The texts that former references of each section have, without ids. */
const createFormerIds = (
  catalogue: Catalogue,
  directives: SeedContext['directives'],
): Record<ResourceName, Map<string, Set<number>>> => {
  const formerIds = fromKeys(resourceNames, () => new Map<string, Set<number>>())
  for (const name of resourceNames) {
    const { formers, removals } = directives[name]
    const removedEntries = [...removals.keys()].map((index) => catalogue[name][index] ?? {})
    for (const entry of [...formers.values(), ...removedEntries]) {
      for (const [member, target] of Object.entries(resources[name].targets)) {
        const text = entry[member]
        if (typeof text === 'string') formerIds[target].set(toNormalForm(text), new Set())
      }
    }
  }
  return formerIds
}
