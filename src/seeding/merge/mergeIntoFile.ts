import { OperationalError } from '../../base/errors.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys, mapValues } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources, type Value } from '../../catalogue/resources.ts'
import type { Database } from '../../library/database.ts'
import { type LongWork, ownWork } from '../../library/longWork.ts'
import type { FoundPeopleChange, PeopleOptions } from '../base/people.ts'
import type { SeedContext, SeedOptions } from '../context.ts'
import { type Entry, nameOf, toNormalForm } from '../entries.ts'
import { type ExportedEntry, lineOf } from '../export/exportCatalogue.ts'
import type { FileText } from '../read/text.ts'
import { shortDay } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import { runSeed } from '../seedCatalogue.ts'
import { TextEdits } from './textEdits.ts'

export interface MergeOptions extends Pick<SeedOptions, 'prune' | 'acceptedRenames'> {
  /** Add the records that people have added. */
  withNew?: boolean
  /** What is written: that which is kept. Without it, all. */
  people?: PeopleOptions
}

export interface MergedFile {
  text: string
  /** The number of values that are replaced, and of entries that are removed and added. */
  changed: number
  removed: number
  added: number
}

/**
 * Writes what people have changed since the last seed into the text of a catalogue file. A seed of the result leaves that as it is. The library
 * is only read.
 * @throws InvalidCatalogue; OperationalError if a record can't be named in the file
 */
export const mergeIntoFile = async (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  text: string,
  { withNew = false, prune = false, acceptedRenames = [], people = { way: 'keep' } }: MergeOptions = {},
  work: LongWork = ownWork,
): Promise<MergedFile> => {
  const found = fromKeys(resourceNames, (): FoundPeopleChange[] => [])
  const added = fromKeys(resourceNames, (): Row[] => [])
  let merged: MergedFile | undefined
  const seedOptions: SeedOptions = {
    prune,
    acceptedRenames,
    people,
    listsKept: true,
    keepsNew: withNew,
    onPeopleChange: (section, change, isKept) => {
      if (!isKept) return
      if (change.kind === 'to_delete' && change.index === undefined && change.row) added[section].push(change.row)
      else found[section].push(change)
    },
    onNew: (section, row) => void added[section].push(row),
    onReconciled: async (context, file) => {
      merged = await new FileMerge(context, file).merge(found, withNew ? added : undefined)
    },
  }
  await runSeed(text, seedOptions, (seed) => longSnapshot(work, (read) => seed({ read, write: undefined })), work)
  return merged as MergedFile // It was reconciled, or an error was thrown.
}

/** The number of entries that are looked at before others may run. */
const entriesPerSlice = 100

type BySection<T> = Record<ResourceName, T[]>

class FileMerge {
  private readonly edits: TextEdits
  /** The names that people have given to records of the file. */
  private readonly names = fromKeys(resourceNames, () => new Map<number, string>())
  /** The indexes of the entries of records, by their ids. */
  private readonly indexes: Record<ResourceName, Map<number, number>>

  constructor(
    private readonly context: SeedContext,
    file: FileText,
  ) {
    this.edits = new TextEdits(file)
    this.indexes = mapValues(context.sections, ({ entryIds, directives }) => {
      const described = [...entryIds.entries()].filter(([index]) => !directives.removals.has(index))
      return new Map(described.map(([index, id]) => [id, index]))
    })
  }

  async merge(found: BySection<FoundPeopleChange>, added: BySection<Row> | undefined): Promise<MergedFile> {
    const removed = fromKeys(resourceNames, () => new Set<number>())
    const changed = fromKeys(resourceNames, () => new Map<string, Value>())
    for (const name of resourceNames) {
      for (const { kind, id, index, member, row } of found[name]) {
        if (index === undefined) continue
        if (kind !== 'changed') removed[name].add(index)
        else if (member !== undefined && row) {
          changed[name].set(`${index} ${member}`, row[member] as Value) // A record has all members.
          if (member === resources[name].identity[0]) this.names[name].set(id, nameOf(resources[name], row))
        }
      }
    }
    let count = 0
    for (const name of resourceNames) {
      for (const [index, entry] of (this.context.catalogue[name] as Entry[]).entries()) {
        if (index % entriesPerSlice === 0) await yieldIfDue()
        if (removed[name].has(index)) continue
        for (const member of Object.keys(entry))
          count += this.mergeMember(resources[name], index, member, entry[member], changed[name])
        count += this.mergeTarget(name, index)
      }
      const entries = added?.[name].map((row) => lineOf(this.entryOf(resources[name], row))) ?? []
      await this.edits.changeEntries(name, removed[name], entries)
    }
    const sum = (counts: Iterable<number>) => [...counts].reduce((total, number) => total + number, 0)
    return {
      text: this.edits.apply(),
      changed: count,
      removed: sum(resourceNames.map((name) => removed[name].size)),
      added: sum(resourceNames.map((name) => added?.[name].length ?? 0)),
    }
  }

  /** @returns the number of edits */
  private mergeMember(
    section: Resource,
    index: number,
    member: string,
    value: Value | undefined,
    changed: ReadonlyMap<string, Value>,
  ): number {
    if (value === undefined) return 0
    const target = section.targets[member]
    const kept = changed.get(`${index} ${member}`)
    if (kept === undefined && (target === undefined || !this.concerns(target, value))) return 0
    const range = this.edits.findMember(section.name, index, member)
    if (!range) return 0
    const present = kept === undefined ? this.withoutDeleted(target as ResourceName, value) : kept
    if (!target) {
      this.edits.replace(range, JSON.stringify(shortDay(present)))
      return 1
    }
    const written: unknown = JSON.parse(range.text)
    if (Array.isArray(present)) {
      const wasWritten = new Map<number, string>()
      for (const text of Array.isArray(written) ? (written as string[]) : []) {
        const id = this.context.sections[target].references.find(text)
        if (typeof id === 'number') wasWritten.set(id, text)
      }
      const texts = present.map((id) => this.textOf(target, id, wasWritten.get(id)))
      if (sameItems(texts, written)) return 0
      this.edits.replaceItems(range, texts)
      return 1
    }
    const text =
      typeof present === 'number' ? this.textOf(target, present, present === value ? String(written) : undefined) : null
    if (text === written) return 0
    this.edits.replace(range, JSON.stringify(text))
    return 1
  }

  /** Lets the `merge_into` of an entry follow a record that people have renamed. @returns the number of edits */
  private mergeTarget(name: ResourceName, index: number): number {
    const { directives, references } = this.context.sections[name]
    const text = directives.removals.get(index)?.mergeInto
    const id = text === undefined ? undefined : references.find(text)
    if (text === undefined || typeof id !== 'number') return 0
    const range = this.edits.findMember(name, index, 'merge_into')
    const present = this.textOf(name, id, text)
    if (!range || present === text) return 0
    this.edits.replace(range, JSON.stringify(present))
    return 1
  }

  /** Whether a reference names a record that people have deleted or renamed. */
  private concerns(target: ResourceName, value: Value): boolean {
    const { keptDeletedIds } = this.context.sections[target]
    if (keptDeletedIds.size === 0 && this.names[target].size === 0) return false
    return [value].flat().some((id) => keptDeletedIds.has(Number(id)) || this.names[target].has(Number(id)))
  }

  private withoutDeleted(target: ResourceName, value: Value): Value {
    const { keptDeletedIds } = this.context.sections[target]
    if (Array.isArray(value)) return value.filter((id) => !keptDeletedIds.has(id))
    return keptDeletedIds.has(Number(value)) ? null : value
  }

  /**
   * The text with which a reference names a record.
   * @param written - what the file has for the record
   */
  private textOf(target: ResourceName, id: number, written?: string): string {
    const { references } = this.context.sections[target]
    const formerName = references.nameOf(id)
    const name = this.names[target].get(id)
    // A key stays, and a name follows the record.
    if (written !== undefined && (name === undefined || toNormalForm(written) !== toNormalForm(formerName ?? '')))
      return written
    const { key } = this.context.catalogue[target][this.indexes[target].get(id) ?? -1] ?? {}
    const texts = [name ?? formerName, key, references.findLibraryKey(id)]
    const text = texts.find((candidate) => typeof candidate === 'string' && references.find(candidate) === id)
    if (typeof text === 'string') return text
    throw new OperationalError(
      `${JSON.stringify(name ?? formerName ?? `id ${id}`)} fits several ${target}, so the file can't name the one with the id ${id}. Give it a key: export --keep-keys does.`,
    )
  }

  private entryOf({ entry, targets }: Resource, row: Row): ExportedEntry {
    const members = Object.keys(entry.properties).flatMap((member) => {
      const [value, target] = [row[member] ?? null, targets[member]]
      if (value === null || (Array.isArray(value) && value.length === 0)) return []
      const texts = target && [value].flat().map((id) => this.textOf(target, Number(id)))
      return [[member, texts ? (Array.isArray(value) ? texts : texts[0]) : shortDay(value)] as const]
    })
    return Object.fromEntries(members)
  }
}

const sameItems = (texts: readonly string[], written: unknown) =>
  Array.isArray(written) && new Set(written).symmetricDifference(new Set(texts)).size === 0
