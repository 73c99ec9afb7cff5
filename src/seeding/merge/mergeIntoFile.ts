import { OperationalError } from '../../base/errors.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources, type Value } from '../../catalogue/resources.ts'
import type { Database } from '../../library/database.ts'
import { type LongWork, ownWork } from '../../library/longWork.ts'
import type { FoundPeopleChange, PeopleOptions } from '../base/people.ts'
import { withoutDeletedIds } from '../base/settle.ts'
import type { SeedContext, SeedOptions } from '../context.ts'
import { type Entry, identityOf, nameOf } from '../entries.ts'
import { entryOf, lineOf } from '../export/exportCatalogue.ts'
import type { FileText } from '../read/text.ts'
import { shortDay } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import { runSeed } from '../seedCatalogue.ts'
import { MergedReferences } from './mergedReferences.ts'
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
  const others = fromKeys(resourceNames, () => new Set<string>())
  let merged: MergedFile | undefined
  const seedOptions: SeedOptions = {
    prune,
    acceptedRenames,
    people,
    listsKept: true,
    keepsNew: withNew,
    onPeopleChange: (section, change, isKept) => {
      if (!isKept) return
      if (change.kind === 'to_delete' && change.index !== undefined && change.row && withNew)
        added[section].push(change.row)
      if (change.index !== undefined) found[section].push(change)
    },
    onUnmatched: (section, row, isMissing) => {
      if (isMissing && withNew) added[section].push(row)
      else if (row.key === null) others[section].add(identityOf(resources[section], row))
    },
    onReconciled: async (context, file) => {
      merged = await new FileMerge(context, file, others).merge(found, added)
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
  private readonly references: MergedReferences

  constructor(
    private readonly context: SeedContext,
    file: FileText,
    /** The identities of the records without a key that the file does not describe. */
    private readonly others: Record<ResourceName, ReadonlySet<string>>,
  ) {
    this.edits = new TextEdits(file)
    this.references = new MergedReferences(context)
  }

  async merge(found: BySection<FoundPeopleChange>, added: BySection<Row>): Promise<MergedFile> {
    const removed = fromKeys(resourceNames, () => new Set<number>())
    const changed = fromKeys(resourceNames, () => new Map<string, Value>())
    for (const name of resourceNames) {
      for (const { kind, id, index, member, row } of found[name]) {
        if (index === undefined) continue
        if (kind !== 'changed') removed[name].add(index)
        else if (member !== undefined && row) {
          changed[name].set(`${index} ${member}`, row[member] as Value) // A record has all members.
          this.references.addChange(resources[name], id, member, row)
        }
      }
      for (const row of added[name]) this.references.addName(resources[name], row.id, row)
      this.requireDistinct(resources[name], removed[name], changed[name], added[name])
    }
    let count = 0
    for (const name of resourceNames) {
      for (const [index, entry] of (this.context.catalogue[name] as Entry[]).entries()) {
        if (index % entriesPerSlice === 0) await yieldIfDue()
        if (removed[name].has(index)) continue
        for (const member of Object.keys(entry))
          count += this.mergeMember(resources[name], index, member, entry[member], changed[name])
        count += this.mergeTarget(name, index)
        this.removeMembers(resources[name], index, changed[name])
      }
      const textOf = (target: ResourceName, id: number) => this.references.textOf(target, id)
      const entries = added[name].map((row) => lineOf(entryOf(name, row, row.key, textOf)))
      await this.edits.changeEntries(name, removed[name], entries)
    }
    const sum = (counts: Iterable<number>) => [...counts].reduce((total, number) => total + number, 0)
    return {
      text: this.edits.apply(),
      changed: count,
      removed: sum(resourceNames.map((name) => removed[name].size)),
      added: sum(resourceNames.map((name) => added[name].length)),
    }
  }

  /** @throws OperationalError if several entries of the merged file would describe the same record */
  private requireDistinct(
    section: Resource,
    removed: ReadonlySet<number>,
    changed: ReadonlyMap<string, Value>,
    added: readonly Row[],
  ): void {
    const { name, kind, identity } = section
    if (changed.size + added.length === 0) return
    const known = new Set<string>()
    const add = (record: Entry, isChanged: boolean) => {
      if (record.key !== null && record.key !== undefined) return
      const text = identityOf(section, record)
      if (known.has(text) || (isChanged && this.others[name].has(text)))
        throw new OperationalError(
          `Several ${name} of the file would have the ${identity[0]} ${JSON.stringify(nameOf(section, record))}. Give each ${kind} a key: export --keep-keys does.`,
        )
      known.add(text)
    }
    for (const [index, entry] of (this.context.catalogue[name] as Entry[]).entries()) {
      if (removed.has(index) || this.context.sections[name].directives.removals.has(index)) continue
      const merged = { ...entry }
      let isChanged = false
      for (const member of ['key', ...identity]) {
        const value = changed.get(`${index} ${member}`)
        if (value === undefined) continue
        merged[member] = value
        isChanged = true
      }
      add(merged, isChanged)
    }
    for (const row of added) add(row, true)
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
    if (kept === undefined && (target === undefined || !this.references.concerns(target, value))) return 0
    const range = this.edits.findMember(section.name, index, member)
    if (!range) return 0
    const present = kept === undefined ? withoutDeletedIds(this.context, section, member, value) : kept
    if (member === 'key' && present === null) return 1 // It is removed.
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
      const texts = present.map((id) => this.references.textOf(target, id, wasWritten.get(id)))
      if (sameItems(texts, written)) return 0
      this.edits.replaceItems(range, texts)
      return 1
    }
    const text =
      typeof present === 'number'
        ? this.references.textOf(target, present, present === value ? String(written) : undefined)
        : null
    if (text === written) return 0
    this.edits.replace(range, JSON.stringify(text))
    return 1
  }

  /** Removes a key that people have taken away, and a former name if people have given the record another one since. */
  private removeMembers({ name }: Resource, index: number, changed: ReadonlyMap<string, Value>): void {
    const former = this.context.sections[name].directives.formers.get(index)
    const isObsolete = former && Object.keys(former).every((member) => changed.has(`${index} ${member}`))
    const names = [...(changed.get(`${index} key`) === null ? ['key'] : []), ...(isObsolete ? ['formerly'] : [])]
    if (names.length > 0) this.edits.removeMembers(name, index, names)
  }

  /** Lets the `merge_into` of an entry follow a record that people have renamed. @returns the number of edits */
  private mergeTarget(name: ResourceName, index: number): number {
    const { directives, references } = this.context.sections[name]
    const text = directives.removals.get(index)?.mergeInto
    const id = text === undefined ? undefined : references.find(text)
    if (text === undefined || typeof id !== 'number') return 0
    const range = this.edits.findMember(name, index, 'merge_into')
    const present = this.references.textOf(name, id, text)
    if (!range || present === text) return 0
    this.edits.replace(range, JSON.stringify(present))
    return 1
  }
}

const sameItems = (texts: readonly string[], written: unknown) =>
  Array.isArray(written) && new Set(written).symmetricDifference(new Set(texts)).size === 0
