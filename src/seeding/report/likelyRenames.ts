import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { type Entry, nameOf } from '../entries.ts'
import type { SectionReferences } from '../referenceIndex.ts'
import type { Row } from '../rows.ts'
import { MovedFolders } from './movedFolders.ts'
import type { LikelyRename, Report } from './report.ts'
import {
  describeContent,
  describeRecording,
  describeUncorrected,
  isIdPath,
  type NameById,
  pairUnique,
  withFileName,
} from './similarity.ts'

/** Records and entries of one section that may be the same. */
interface Candidates {
  /** The records that no entry describes, by id. */
  rows: Map<number, Row>
  /** The entries that create records, by the id of the record. */
  created: Map<number, { index: number; entry: Entry }>
  /** The records that refer to each of `rows` and `created`, as `childName` names them. */
  children: Map<number, string[]>
}

type ParentsIn = (target: Candidates) => ReadonlyMap<number, unknown>

/** The number of renames that are described before others may run. */
const renamesPerSlice = 100

/** With more records without an entry, or more new ones, a section has no likely renames: the file is about other records. */
export const maxCandidates = 100_000

/**
 * Finds likely renames. A renamed label, genre, artist or album has the same children: the records that referred to the old
 * one refer to the new one. Children may be likely renames themselves, such as all albums of a renamed label. A moved track has
 * the same title, length, artists and album; one that had an id for a path takes the file with the same title, artists and album, and one whose path
 * is made of its values may have another title, other artists or another album. Only where exactly one record and one entry agree, they are reported.
 * A record that the file still refers to is never renamed.
 */
export class RenameFinder {
  private readonly candidates = fromKeys(
    resourceNames,
    (): Candidates => ({ rows: new Map(), created: new Map(), children: new Map() }),
  )

  /** Tracks that have changed places. */
  movedTracks: readonly LikelyRename[] = []

  /** The records of a section that no entry describes, by id. */
  unmatchedOf({ name }: Resource): ReadonlyMap<number, Row> {
    return this.candidates[name].rows
  }

  /** Adds a record that no entry describes. */
  addUnmatched({ name }: Resource, row: Row): void {
    const { rows } = this.candidates[name]
    if (rows.size <= maxCandidates) rows.set(row.id, row)
  }

  /** Adds an entry that creates a record. All records of its section have been added before. */
  addCreated({ name }: Resource, id: number, index: number, entry: Entry): void {
    const { rows, created } = this.candidates[name]
    if (rows.size > 0 && created.size <= maxCandidates) created.set(id, { index, entry })
  }

  /** Adds what a record of the library refers to, before anything is changed. */
  addReferencesBefore(section: Resource, row: Row): void {
    this.addReferences(section, row.id, row, (target) => target.rows)
  }

  /** Adds what the record of an entry refers to, once it is seeded. */
  addReferencesAfter(section: Resource, id: number, entry: Entry): void {
    this.addReferences(section, id, entry, (target) => target.created)
    for (const [target, parent] of this.referencesOf(section, entry, (target) => target.rows))
      target.rows.delete(parent)
  }

  /** Notes that the file refers to a record. */
  keep({ name }: Resource, id: number): void {
    this.candidates[name].rows.delete(id)
  }

  private addReferences(section: Resource, id: number, record: Entry, parentsIn: ParentsIn): void {
    for (const [{ children }, parent] of this.referencesOf(section, record, parentsIn))
      children.getOrInsertComputed(parent, () => []).push(childName(section.name, id))
  }

  /** The references of a record to some candidates of other resources. */
  private *referencesOf({ targets }: Resource, record: Entry, parentsIn: ParentsIn): Generator<[Candidates, number]> {
    for (const member in targets) {
      const target = this.candidates[targets[member] as ResourceName] // The member has a target, since it is one of them.
      const parents = parentsIn(target)
      if (parents.size === 0) continue
      for (const parent of [record[member]].flat()) {
        if (typeof parent === 'number' && parents.has(parent)) yield [target, parent]
      }
    }
  }

  /** Finds the likely renames. Call it when all records are read. */
  async find(
    sections: Record<ResourceName, SectionReferences>,
  ): Promise<Pick<Report, 'likely_renames' | 'moved_folders'>> {
    const before: NameById = (section, id) => sections[section].previousNames.get(id)
    const afterwards: NameById = (section, id) => sections[section].references.nameOf(id)
    /** The names, as children, of the records that likely renames would make of records. */
    const renamedChildren = new Map<string, string>()
    const found: { section: Resource; index: number; row: Row; entry: Entry }[] = []
    // From the last section to the first, since children come after what they refer to.
    for (const name of resourceNames.toReversed()) {
      const section = resources[name]
      const { rows, created, children } = this.candidates[name]
      if (rows.size === 0 || created.size === 0 || Math.max(rows.size, created.size) > maxCandidates) continue
      const describeChildren = (id: number) =>
        children
          .get(id)
          ?.map((child) => renamedChildren.get(child) ?? child)
          .sort()
          .join()
      const contentOfRow = (row: Row) => describeContent(section, row, before)
      const contentOfEntry = (entry: Entry) => describeContent(section, entry, afterwards)
      const pairs = section.isReferenced
        ? await pairUnique(rows, created, [{ describeA: describeChildren, describeB: describeChildren }])
        : await pairUnique(rows, created, [
            // First with the name of the file, since several tracks of an album may be called Intro.
            {
              describeA: (_, row) => withFileName(contentOfRow(row), nameOf(section, row)),
              describeB: (_, { entry }) => withFileName(contentOfEntry(entry), nameOf(section, entry)),
            },
            { describeA: (_, row) => contentOfRow(row), describeB: (_, { entry }) => contentOfEntry(entry) },
            {
              describeA: (_, row) => (hasIdPath(row) ? describeRecording(row, before) : undefined),
              describeB: (_, { entry }) => (hasIdPath(entry) ? undefined : describeRecording(entry, afterwards)),
            },
            {
              describeA: (_, row) => describeUncorrected(section, row, before),
              describeB: (_, { entry }) => describeUncorrected(section, entry, afterwards),
            },
          ])
      for (const [[id, row], [newId, { index, entry }]] of pairs) {
        renamedChildren.set(childName(name, id), childName(name, newId))
        found.push({ section, index, row, entry })
      }
    }
    const isRenamed = (target: ResourceName, from: unknown, to: unknown) =>
      renamedChildren.get(childName(target, Number(from))) === childName(target, Number(to))
    const likely_renames: LikelyRename[] = [...this.movedTracks]
    const movedIds = new Set(likely_renames.map(({ id }) => id))
    const movedIndexes = new Set(likely_renames.map(({ index }) => index))
    const folders = new MovedFolders()
    for (const [position, { section, index, row, entry }] of found.entries()) {
      if (position % renamesPerSlice === 0) await yieldIfDue()
      if (differsOnlyByReferences(section, row, entry, isRenamed)) continue
      if (section.hasPath && (movedIds.has(row.id) || movedIndexes.has(index))) continue
      const rename: LikelyRename = {
        section: section.name,
        index,
        name: nameOf(section, entry),
        id: row.id,
        former_name: nameOf(section, row),
        formerly: formerOf(before, section, row, entry),
      }
      likely_renames.push(rename)
      folders.add(rename)
    }
    return { likely_renames, moved_folders: folders.toReport() }
  }
}

/** Whether a record and an entry without another key differ only in references to records that are renamed themselves. */
const differsOnlyByReferences = (
  { identity, targets }: Resource,
  row: Row,
  entry: Entry,
  isRenamed: (target: ResourceName, from: unknown, to: unknown) => boolean,
) =>
  (row.key === null || entry.key === undefined) &&
  identity.every((member) => {
    const target = targets[member]
    return row[member] === entry[member] || (target && isRenamed(target, row[member], entry[member]))
  })

const hasIdPath = ({ file_path }: Entry | Row) => isIdPath(String(file_path))

const childName = (section: ResourceName, id: number) => `${section} ${id}`

/** What the entry has to say to be the record: the key of the record or, without one, the members of its identity that differ. */
const formerOf = (before: NameById, { identity, targets }: Resource, row: Row, entry: Entry) => {
  if (row.key !== null) return { key: row.key }
  const formers = identity
    .filter((member) => (row[member] ?? null) !== (entry[member] ?? null))
    .map((member): [string, string | null] => {
      const [value, target] = [row[member] ?? null, targets[member]]
      if (value === null) return [member, null]
      return [member, (target && before(target, Number(value))) ?? String(value)]
    })
  const [only] = formers
  return identity.length === 1 && only ? String(only[1]) : Object.fromEntries(formers)
}
