import { OperationalError } from '../../base/errors.ts'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, type Value } from '../../catalogue/resources.ts'
import { nameOf, toNormalForm } from '../entries.ts'
import type { SeedPlan } from '../plan.ts'
import type { Row } from '../rows.ts'

export const cantName = (section: ResourceName, name: string, id: number) =>
  new OperationalError(
    `${JSON.stringify(name)} fits several ${section}, so the file can't name the one with the id ${id}. Give it a key: export --keep-keys does.`,
  )

/** The texts with which references of a merged file name records. */
export class MergedReferences {
  /** The names and keys that records of the file have got. A key may have been taken away. */
  private readonly names = fromKeys(resourceNames, () => new Map<number, string>())
  private readonly keys = fromKeys(resourceNames, () => new Map<number, string | null>())
  /** The new names, as names are compared. */
  private readonly newNames = fromKeys(resourceNames, () => new Set<string>())
  /** The indexes of the entries of records, by their ids, of the sections that references of the file have needed. */
  private readonly indexes: Partial<Record<ResourceName, Map<number, number>>> = {}

  constructor(private readonly plan: SeedPlan) {}

  /** Whether an entry of the file describes a record. */
  isDescribed(target: ResourceName, id: number): boolean {
    return this.indexOf(target, id) !== undefined
  }

  /** Adds a member of a record that people have changed. */
  addChange({ name, identity }: Resource, id: number, member: string, value: Value): void {
    if (member === 'key') this.keys[name].set(id, typeof value === 'string' ? value : null)
    if (member === identity[0]) this.addName(name, id, String(value))
  }

  /** Adds a record that is added to the file. */
  addRecord(section: Resource, row: Row): void {
    this.keys[section.name].set(row.id, row.key)
    this.addName(section.name, row.id, nameOf(section, row))
  }

  private addName(target: ResourceName, id: number, name: string): void {
    this.names[target].set(id, name)
    this.newNames[target].add(toNormalForm(name))
  }

  /** Whether a reference may have to change, although what it refers to does not. */
  concerns(target: ResourceName, value: Value): boolean {
    const { stayDeletedIds, references } = this.plan.sections[target]
    const [names, keys, newNames] = [this.names[target], this.keys[target], this.newNames[target]]
    if (stayDeletedIds.size + names.size + keys.size === 0) return false
    return [value].flat().some((id) => {
      const number = Number(id)
      if (stayDeletedIds.has(number) || names.has(number) || keys.has(number)) return true
      return newNames.size > 0 && newNames.has(toNormalForm(references.nameOf(number) ?? ''))
    })
  }

  /**
   * The text with which a reference names a record.
   * @param written - what the file has for the record
   */
  textOf(target: ResourceName, id: number, written?: string): string {
    const name = this.mergedName(target, id)
    const key = this.mergedKey(target, id)
    const isWritten = written !== undefined && (written === key || toNormalForm(written) === toNormalForm(name))
    const texts = [isWritten ? written : name, name, key]
    const text = texts.find((candidate) => typeof candidate === 'string' && this.isUnique(target, candidate, id))
    if (typeof text === 'string') return text
    throw cantName(target, name, id)
  }

  private mergedName(target: ResourceName, id: number): string {
    const { references, previousNames } = this.plan.sections[target]
    return this.names[target].get(id) ?? references.nameOf(id) ?? previousNames.get(id) ?? `id ${id}`
  }

  private mergedKey(target: ResourceName, id: number): unknown {
    const changed = this.keys[target].get(id)
    if (changed !== undefined) return changed
    const entry = this.plan.catalogue[target][this.indexOf(target, id) ?? -1]
    return entry?.key ?? this.plan.sections[target].references.findLibraryKey(id)
  }

  private indexOf(target: ResourceName, id: number): number | undefined {
    this.indexes[target] ??= this.indexEntries(target)
    return this.indexes[target].get(id)
  }

  private indexEntries(target: ResourceName): Map<number, number> {
    const { entryIds, directives } = this.plan.sections[target]
    const indexes = new Map<number, number>()
    for (const [index, id] of entryIds.entries()) if (!directives.removals.has(index)) indexes.set(id, index)
    return indexes
  }

  /** Whether a name or a key of a record names no other one in the merged file. */
  private isUnique(target: ResourceName, text: string, id: number): boolean {
    const normal = toNormalForm(text)
    const hasText = (other: number) =>
      other !== id &&
      (toNormalForm(this.mergedName(target, other)) === normal || this.mergedKey(target, other) === text)
    const found = this.plan.sections[target].references.find(text) ?? []
    if ([found].flat().some(hasText)) return false
    return !this.newNames[target].has(normal) || ![...this.names[target].keys()].some(hasText)
  }
}
