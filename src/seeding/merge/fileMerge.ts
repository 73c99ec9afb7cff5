import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources, type Value } from '../../catalogue/resources.ts'
import { withoutDeletedIds } from '../decide/members.ts'
import type { Entry } from '../entries.ts'
import { entryOf, lineOf } from '../export/exportCatalogue.ts'
import type { SeedPlan, StoredPeopleChange } from '../plan.ts'
import { shortDay } from '../report/diff.ts'
import { type Row, readByIds } from '../rows.ts'
import type { MergedEntry } from './lostEntries.ts'
import { MergedReferences } from './mergedReferences.ts'
import { addNeededRecords } from './neededRecords.ts'
import { TextEdits } from './textEdits.ts'

export interface MergedFile {
  text: string
  /** The number of values that are replaced, and of entries that are removed and added. */
  changed: number
  removed: number
  added: number
}

export interface MergedText extends MergedFile {
  /** The entries of the text. */
  entries: Record<ResourceName, MergedEntry[]>
}

/**
 * What an entry gets that does not find its record: what it lacks of the identity, and then the key, too. `withoutFormerly` takes `formerly` out, which would
 * mean another record: of an album it follows the label.
 */
export type Completion = 'identity' | 'key' | 'withoutFormerly'

/** By the indexes of entries. */
export type Completions = Record<ResourceName, Map<number, Completion>>

/** The number of entries that are looked at before others may run. */
const entriesPerSlice = 100

/** Writes what people have changed into the text of a file that was reconciled. */
export class FileMerge {
  private readonly edits: TextEdits
  private readonly references: MergedReferences

  constructor(
    private readonly plan: SeedPlan,
    private readonly completions: Completions,
  ) {
    this.edits = new TextEdits(plan.file)
    this.references = new MergedReferences(plan)
  }

  async merge(
    found: Record<ResourceName, StoredPeopleChange[]>,
    added: Record<ResourceName, Map<number, Row>>,
  ): Promise<MergedText> {
    const removed = fromKeys(resourceNames, () => new Set<number>())
    const changed = fromKeys(resourceNames, () => new Map<string, Value>())
    for (const name of resourceNames) {
      for (const { kind, id, index, member, library } of found[name]) {
        if (index === undefined) continue
        if (kind !== 'changed') removed[name].add(index)
        else if (member !== undefined && library !== undefined) {
          changed[name].set(`${index} ${member}`, library)
          this.references.addChange(resources[name], id, member, library)
        }
      }
    }
    await addNeededRecords(this.plan, this.references, found, added)
    for (const name of resourceNames)
      for (const row of added[name].values()) this.references.addRecord(resources[name], row)
    let count = 0
    const entries = fromKeys(resourceNames, (): MergedEntry[] => [])
    for (const name of resourceNames) {
      const { entryIds, entries: present } = this.plan.sections[name]
      const incomplete = await this.readIncomplete(resources[name])
      for (const [index, entry] of present.entries()) {
        if (index % entriesPerSlice === 0) await yieldIfDue()
        if (removed[name].has(index)) continue
        entries[name].push({ index, id: entryIds[index] ?? 0 })
        for (const member of Object.keys(entry))
          count += this.mergeMember(resources[name], index, member, entry[member], changed[name])
        count += this.mergeTarget(name, index)
        count += this.changeMembers(resources[name], index, entry, changed[name], incomplete.get(entryIds[index] ?? 0))
      }
      const textOf = (target: ResourceName, id: number) => this.references.textOf(target, id)
      const rows = [...added[name].values()]
      for (const { id } of rows) entries[name].push({ index: -1, id })
      const lines = rows.map((row) => lineOf(entryOf(name, row, row.key, textOf)))
      await this.edits.changeEntries(name, removed[name], lines)
    }
    const sum = (counts: Iterable<number>) => [...counts].reduce((total, number) => total + number, 0)
    return {
      text: this.edits.apply(),
      changed: count,
      removed: sum(resourceNames.map((name) => removed[name].size)),
      added: sum(resourceNames.map((name) => added[name].size)),
      entries,
    }
  }

  /** The records of the entries that have to be completed, by their ids. */
  private async readIncomplete(section: Resource): Promise<Map<number, Row>> {
    const { entryIds } = this.plan.sections[section.name]
    const ids = [...this.completions[section.name].keys()].map((index) => entryIds[index] ?? 0)
    return new Map((await readByIds(this.plan.read, section, ids)).map((row) => [row.id, row]))
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
    const present = kept === undefined ? withoutDeletedIds(this.plan, section, member, value) : kept
    if (member === 'key' && present === null) return 1 // It is removed.
    if (!target) {
      this.edits.replace(range, JSON.stringify(shortDay(present)))
      return 1
    }
    const written: unknown = JSON.parse(range.text)
    if (Array.isArray(present)) {
      const wasWritten = new Map<number, string>()
      for (const text of Array.isArray(written) ? written : []) {
        const id = this.plan.sections[target].references.find(text)
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

  /**
   * Removes a key that people have taken away, and a former name if people have given the record another one since, or if it means another record. Adds
   * what the entry lacks to find its record.
   * @param row - the record of an entry that has to be completed
   * @returns the number of members that are added
   */
  private changeMembers(
    section: Resource,
    index: number,
    entry: Entry,
    changed: ReadonlyMap<string, Value>,
    row: Row | undefined,
  ): number {
    const { name, identity, targets } = section
    const former = this.plan.sections[name].directives.formers.get(index)
    const isObsolete = former && Object.keys(former).every((member) => changed.has(`${index} ${member}`))
    const removed = changed.get(`${index} key`) === null ? ['key'] : []
    const added: [name: string, value: unknown][] = []
    const completion = this.completions[name].get(index)
    for (const member of row && completion ? identity : []) {
      const [value, target] = [row?.[member], targets[member]]
      if (entry[member] !== undefined || value === null || value === undefined) continue
      added.push([member, target && typeof value === 'number' ? this.references.textOf(target, value) : value])
    }
    if (row && completion === 'key' && row.key !== null)
      added.push(entry.key === undefined ? ['key', row.key] : ['formerly', { key: row.key }])
    const isReplaced = completion === 'withoutFormerly' || added.some(([member]) => member === 'formerly')
    if (former && (isObsolete || isReplaced)) removed.push('formerly')
    this.edits.changeMembers(name, index, removed, added)
    return added.length
  }

  /** Lets the `merge_into` of an entry follow a record that people have renamed. @returns the number of edits */
  private mergeTarget(name: ResourceName, index: number): number {
    const { directives, references } = this.plan.sections[name]
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
