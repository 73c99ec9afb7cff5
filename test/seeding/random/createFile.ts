import { fromKeys } from '../../../src/base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../../../src/catalogue/resources.ts'

/** A record of a library. A reference is the index of a record of the other section, perhaps of none. */
export interface RandomRecord {
  key: string | undefined
  [member: string]: string | number | number[] | undefined
}

export type Entry = Record<string, unknown>

type MemberKind = 'name' | 'key' | 'references' | 'others'

/** What a file says about a record of the library, or about a new one. */
export interface Plan {
  action: 'same' | 'omit' | 'change' | 'delete' | 'merge'
  /** The record as the file has it, where it changes it. */
  changed: RandomRecord
  changes: Record<MemberKind, boolean>
  leavesOut: Record<MemberKind, boolean>
  formerly: 'nothing' | 'text' | 'object' | 'key'
  /** How references name other records: by the name that the library has, by that of the file, or by a key. */
  naming: 'old' | 'new' | 'key'
  /** Whether an entry that merges or deletes the record has its key. */
  byKey: boolean
  /** The record that this one is merged into, as an index of those that the file describes. */
  into: number
}

/** The records of a library by section, with a plan for each, and plans for new ones. */
export type Plans = Record<ResourceName, { records: RandomRecord[]; plans: Plan[]; added: Plan[] }>

/** Creates a file: its entries say what the records of a library are now, or rename, merge or delete them. */
export const createFile = (plans: Plans): Record<ResourceName, Entry[]> =>
  fromKeys(resourceNames, (name) => {
    const { records, added } = plans[name]
    const entries = records.map((record, index) => entryOf(plans, name, record, planAt(plans, name, index)))
    return [...entries, ...added.map((plan) => entryOf(plans, name, undefined, { ...plan, action: 'change' }))]
      .filter((entry) => entry !== undefined)
      .map((entry): Entry => JSON.parse(JSON.stringify(entry))) // Without members that are undefined.
  })

/** The plan of a record of the library, or of one that follows them. */
const planAt = (plans: Plans, name: ResourceName, index: number): Plan => {
  const { records, plans: planned, added } = plans[name]
  return (index < records.length ? planned[index] : added[index - records.length]) as Plan // Every index has one.
}

const entryOf = (plans: Plans, name: ResourceName, record: RandomRecord | undefined, plan: Plan) => {
  if (plan.action === 'omit') return
  if (record && (plan.action === 'delete' || plan.action === 'merge')) return removalOf(plans, name, record, plan)
  const { targets } = resources[name]
  const { action, changed, changes, leavesOut, naming } = plan
  const entry: Entry = {}
  for (const member of Object.keys(changed)) {
    const kind = kindOf(name, member)
    if (action === 'change' && leavesOut[kind]) continue
    const value = record && !(action === 'change' && changes[kind]) ? record[member] : changed[member]
    const target = targets[member]
    entry[member] = target ? nameRecords(plans, target, value, naming) : value
  }
  return { ...entry, ...(record && action === 'change' && { formerly: formerOf(plans, name, record, plan) }) }
}

const kindOf = (name: ResourceName, member: string): MemberKind => {
  const { identity, targets } = resources[name]
  if (member === identity[0] || member === 'title') return 'name'
  if (member === 'key') return 'key'
  return member in targets ? 'references' : 'others'
}

const formerOf = (plans: Plans, name: ResourceName, record: RandomRecord, { formerly }: Plan) => {
  const { identity, targets } = resources[name]
  const [nameMember, scopeMember] = identity
  if (formerly === 'nothing') return
  if (formerly === 'key' && record.key !== undefined) return { key: record.key }
  if (formerly === 'text' || scopeMember === undefined) return record[nameMember]
  const target = targets[scopeMember] as ResourceName // The label of an album.
  return {
    [nameMember]: record[nameMember],
    [scopeMember]: nameRecords(plans, target, record[scopeMember], 'old') ?? null,
  }
}

/** An entry that merges or deletes a record. */
const removalOf = (plans: Plans, name: ResourceName, record: RandomRecord, plan: Plan): Entry => {
  const { identity, targets } = resources[name]
  const oldIdentity = identity.map((member) => {
    const target = targets[member]
    return [member, target ? nameRecords(plans, target, record[member], plan.naming) : record[member]]
  })
  return {
    ...(plan.byKey && record.key !== undefined ? { key: record.key } : Object.fromEntries(oldIdentity)),
    ...(plan.action === 'merge' ? { merge_into: nameTarget(plans, name, plan) } : { delete: true }),
  }
}

/** The texts of references, of which each is an index or undefined. */
const nameRecords = (plans: Plans, name: ResourceName, value: RandomRecord[string], naming: Plan['naming']): unknown =>
  Array.isArray(value)
    ? value.flatMap((index) => nameRecord(plans, name, index, naming) ?? [])
    : value === undefined
      ? undefined
      : nameRecord(plans, name, Number(value), naming)

/** A text that names the record with an index, or what the file makes of it. */
const nameRecord = (plans: Plans, name: ResourceName, index: number, naming: Plan['naming']): string | undefined => {
  const [nameMember] = resources[name].identity
  const { records, added } = plans[name]
  if (index >= records.length + added.length) return
  const { action, changed, changes } = planAt(plans, name, index)
  const record = records[index] ?? changed
  if (naming === 'old') return String(record[nameMember])
  if (records[index] && action === 'merge') return nameTarget(plans, name, planAt(plans, name, index))
  const isChanged = action === 'change'
  if (naming === 'key' && record.key !== undefined && !(isChanged && changes.key)) return record.key
  return String((isChanged && changes.name ? changed : record)[nameMember])
}

/** A text that names the record into which another one is merged. */
const nameTarget = (plans: Plans, name: ResourceName, { into }: Plan): string => {
  const { records, added } = plans[name]
  const indexes = [...records, ...added].flatMap((_, index) => {
    const isGone = index < records.length && ['omit', 'delete', 'merge'].includes(planAt(plans, name, index).action)
    return isGone ? [] : [index]
  })
  return nameRecord(plans, name, indexes[into % indexes.length] ?? Number.POSITIVE_INFINITY, 'new') ?? 'none'
}
