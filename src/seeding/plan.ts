import { compressedList } from '../base/compressedPages.ts'
import { fromKeys } from '../base/objects.ts'
import { type ResourceName, resourceNames, resources, type Value } from '../catalogue/resources.ts'
import type { Reader } from '../library/connection.ts'
import { type UpdatedRecords, updatedRecords } from './apply/updatedRecords.ts'
import { type Entry, toNormalForm } from './entries.ts'
import type { Catalogue } from './format/catalogueFile.ts'
import { LastSeed } from './lastSeed/lastSeed.ts'
import type { SeedOptions } from './options.ts'
import { type Directives, takeDirectives } from './read/directives.ts'
import type { ProblemList } from './read/problems.ts'
import type { FileText } from './read/text.ts'
import { ReferenceIndex, type SectionReferences } from './referenceIndex.ts'
import { RenameFinder } from './report/likelyRenames.ts'
import type { PeopleChange } from './report/peopleChange.ts'
import { createReport, type LikelyRename, type Report } from './report/report.ts'
import { WarningList } from './report/warnings.ts'
import { pageSize, type Row } from './rows.ts'

/** The records of the entries of a section. */
interface SectionPairs {
  directives: Directives
  /** The entries of the section, once their references are replaced by ids. */
  entries: readonly Entry[]
  /** The ids of the records that entries match or create, by the index of the entry; 0 for those that match no record to remove. */
  entryIds: Float64Array
  /** The indexes of entries that share their key or identity with one before. */
  duplicates: Set<number>
  /** The highest id that the library has had before the seed. */
  lastId: number
  /** The numbers of records that entries create, and that they match. */
  createdCount: number
  matchedCount: number
  /** What changes in the latter. */
  updated: UpdatedRecords
  /** The second identity member of the records that no entry matches, by id, such as the label of albums. */
  unmatchedValues: Map<number, Value | undefined>
}

/** What the last seeds have noted of a section. */
interface SectionHistory {
  lastSeed: LastSeed
  /** The ids of the records that people have deleted, and that stay deleted. References of the file may name them. */
  stayDeletedIds: Set<number>
  /** The ids that such records had which the seed creates again, by the new ones. */
  idsBeforeDeletion: Map<number, number>
}

/** A record that an entry merges or deletes. */
export interface RemovedRecord {
  row: Row
  /** The record that it is merged into. */
  into: number | undefined
}

/** Which records of a section are deleted. */
interface SectionDeletions {
  removed: RemovedRecord[]
  /** The records that no entry matches, and that `prune` deletes unless what people have changed refers to them. */
  prunedRows: Map<number, Row>
  /** The ids of those that stay, since values that stay refer to them. */
  neededIds: Set<number>
  /** Those that are deleted. */
  pruned: Row[]
  /** The ids of the records that no entry matches, and that stay. Only with `listsKept`. */
  unmatchedIds: number[]
  /** The ids of the records whose deletion was listed among the changes by people, and decided. */
  decidedIds: Set<number>
  /** The number of records in the library before the seed. */
  recordCount: number
}

export type SectionState = SectionReferences & SectionPairs & SectionHistory & SectionDeletions

/** A change by people that a seed has found, with the value of its member. */
export interface StoredPeopleChange {
  section: ResourceName
  kind: PeopleChange['kind']
  /** The id of the record, or the former id of a deleted record. */
  id: number
  /** The index of its entry, if it has one. */
  index?: number | undefined
  /** The member that was changed. */
  member?: string | undefined
  library: Value | undefined
  file: Value | undefined
  isKept: boolean
}

/** The changes by people that a seed has found. */
interface PeopleChanges {
  /** The first of them. */
  listed: PeopleChange[]
  /** How many may be listed. */
  max: number
  /** All of them. */
  found: { add(change: StoredPeopleChange): void; pages(): Iterable<StoredPeopleChange[]>; readonly length: number }
}

/** What a file would change in one state of the library. What it has of a section is filled in by `findPlan`. */
export interface SeedPlan {
  /** Reads the library as it is before the seed. */
  read: Reader
  file: FileText
  /** Its entries, whose references are replaced by ids. */
  catalogue: Catalogue
  options: SeedOptions
  sections: Record<ResourceName, SectionState>
  problems: ProblemList
  warnings: WarningList
  /** What a report has beyond the changes of records. */
  report: Report
  people: PeopleChanges
  /** Only with a report of changes, and while likely renames are accepted. */
  renameFinder: RenameFinder | undefined
  /** What has another name in the file and identifies other records, with the indexes of their entries. */
  renamedScopes: Map<string, { rename: LikelyRename; indexes: Set<number> }>
  progress: {
    /** The number of entries that are processed. */
    processed: number
    /** The number of entries of all sections. */
    total: number
  }
}

export const createPlan = async (
  read: Reader,
  { file, catalogue, problems }: Pick<SeedPlan, 'file' | 'catalogue' | 'problems'>,
  options: SeedOptions,
): Promise<SeedPlan> => {
  const listsChanges = options.maxChanges !== undefined
  const directives = fromKeys(resourceNames, (): Directives => ({ formers: new Map(), removals: new Map() }))
  for (const name of resourceNames) directives[name] = await takeDirectives(catalogue[name])
  const idsByPreviousName = createIdsByPreviousName(catalogue, directives)
  const lastSeed = new Map<ResourceName, LastSeed>()
  for (const name of resourceNames) lastSeed.set(name, await LastSeed.read(read, name))
  return {
    read,
    file,
    catalogue,
    options,
    sections: fromKeys(resourceNames, (name) => ({
      references: resources[name].hasPath ? new ReferenceIndex((path) => path) : new ReferenceIndex(),
      previousNames: new Map(),
      idsByPreviousName: idsByPreviousName[name],
      renamedEntries: new Map(),
      referencesBeforeRemoval: new Map(),
      successorIds: new Map(),
      directives: directives[name],
      entries: [],
      entryIds: new Float64Array(catalogue[name].length),
      duplicates: new Set(),
      lastId: 0,
      createdCount: 0,
      matchedCount: 0,
      updated: updatedRecords(resources[name]),
      unmatchedValues: new Map(),
      lastSeed: lastSeed.get(name) as LastSeed, // each has been read
      stayDeletedIds: new Set(),
      idsBeforeDeletion: new Map(),
      removed: [],
      prunedRows: new Map(),
      neededIds: new Set(),
      pruned: [],
      unmatchedIds: [],
      decidedIds: new Set(),
      recordCount: 0,
    })),
    problems,
    warnings: new WarningList(),
    people: {
      listed: [],
      max: Math.max(options.maxChanges ?? 0, minListedPeopleChanges),
      found: compressedList(pageSize),
    },
    report: createReport(),
    renameFinder: listsChanges || options.likelyRenames ? new RenameFinder() : undefined,
    renamedScopes: new Map(),
    progress: { processed: 0, total: resourceNames.reduce((sum, name) => sum + catalogue[name].length, 0) },
  }
}

/** How many changes by people a report lists at least. */
const minListedPeopleChanges = 1_000

/** The texts that former references of each section have, without ids. */
const createIdsByPreviousName = (
  catalogue: Catalogue,
  directives: Record<ResourceName, Directives>,
): Record<ResourceName, Map<string, Set<number>>> => {
  const idsByPreviousName = fromKeys(resourceNames, () => new Map<string, Set<number>>())
  for (const name of resourceNames) {
    const { formers, removals } = directives[name]
    const removedEntries = [...removals.keys()].map((index) => catalogue[name][index] ?? {})
    for (const entry of [...formers.values(), ...removedEntries]) {
      for (const [member, target] of Object.entries(resources[name].targets)) {
        const text = entry[member]
        if (typeof text === 'string') idsByPreviousName[target].set(toNormalForm(text), new Set())
      }
    }
  }
  return idsByPreviousName
}
