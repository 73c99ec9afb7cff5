import fc from 'fast-check'
import { fromKeys } from '../../src/records.ts'
import { type SectionName, sectionNames, sections } from '../../src/seeding/sections.ts'

// Random libraries, and random files to seed into them. They have few names and keys, so that many records share them, and the
// entries of a file follow from records of the library: some say what these are now, others rename, merge or delete them.

/** A record of a library. A reference is the index of a record of the other section, perhaps of none. */
export interface RandomRecord {
  key: string | undefined
  [member: string]: string | number | number[] | undefined
}

type Entry = Record<string, unknown>

export interface RandomCase {
  library: Record<SectionName, RandomRecord[]>
  /** The indexes of the tracks that each listener likes. */
  likes: number[][]
  file: Partial<Record<SectionName, Entry[]>>
  prune: boolean
}

/** The texts that identify the records of each section. The last ones are one text in two Unicode forms. */
const texts: Record<SectionName, [string, ...string[]]> = {
  labels: ['L', 'M', 'N', 'O', 'P', '\u00e9', 'e\u0301'],
  genres: ['G', 'H', 'I', 'J', 'K'],
  artists: ['A', 'B', 'C', 'D', 'E', '\u00e9', 'e\u0301'],
  albums: ['T', 'U', 'V', 'W', 'X'],
  tracks: ['p/1', 'p/2', 'p/3', 'q/1', 'q/3', 'q/4'],
}

const textOf = (name: SectionName) => fc.constantFrom(...texts[name])

/** A key may be the name of a record, too. */
const keyOf = (name: SectionName) => fc.constantFrom('j', 'k', 'l', 'm', 'n', texts[name][0])

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const maxRecords: Record<SectionName, number> = { labels: 3, genres: 2, artists: 3, albums: 3, tracks: 4 }

const indexIn = (name: SectionName) => fc.nat(maxRecords[name] - 1)

const recordOf = (name: SectionName): fc.Arbitrary<RandomRecord> => {
  const { identityMembers, references, relations, entry } = sections[name]
  const isTrack = name === 'tracks'
  const durations = Object.keys(entry.properties).filter((member) => member.startsWith('duration'))
  // The section that a member refers to has its name, or is its plural.
  const target = (resource: string) => indexIn(resource as SectionName)
  return fc.record({
    key: optional(keyOf(name)),
    [identityMembers[0]]: textOf(name),
    ...(isTrack && { title: fc.constantFrom('x', 'y') }),
    ...fromKeys(durations, () => optional(fc.constantFrom(1, 2))),
    ...Object.fromEntries(
      Object.entries(references).map(([member, { resource }]) => [member, optional(target(resource))]),
    ),
    ...Object.fromEntries(
      Object.entries(relations).map(([member, { resource }]) => [
        member,
        fc.uniqueArray(target(resource), { maxLength: 2 }),
      ]),
    ),
  }) as fc.Arbitrary<RandomRecord> // The members are known at run time only.
}

/** What a file says about a record of the library. */
interface Plan {
  action: 'same' | 'omit' | 'change' | 'delete' | 'merge'
  /** What the file changes, and what it leaves out. */
  changed: RandomRecord
  changes: { name: boolean; key: boolean; references: boolean; others: boolean }
  leavesOut: { key: boolean; references: boolean; others: boolean }
  formerly: 'nothing' | 'text' | 'object' | 'key'
  /** How texts name records: by the name of the library, that of the file, or a key. */
  form: 'old' | 'new' | 'key'
  byKey: boolean
  into: number
}

const rarely = fc.integer({ min: 0, max: 3 }).map((number) => number === 3)

const planOf = (name: SectionName): fc.Arbitrary<Plan> =>
  fc.record({
    action: fc.constantFrom('same', 'same', 'same', 'omit', 'change', 'change', 'change', 'delete', 'merge'),
    changed: recordOf(name),
    changes: fc.record({ name: fc.boolean(), key: rarely, references: rarely, others: rarely }),
    leavesOut: fc.record({ key: rarely, references: rarely, others: rarely }),
    formerly: fc.constantFrom('nothing', 'nothing', 'nothing', 'text', 'object', 'key'),
    form: fc.constantFrom('new', 'new', 'new', 'new', 'old', 'key'),
    byKey: fc.boolean(),
    into: fc.nat(9),
  })

const without = (entry: Entry): Entry => JSON.parse(JSON.stringify(entry))

/** The entry of a record that the library has, or of a new one. */
const describedEntry = (
  name: SectionName,
  record: RandomRecord | undefined,
  plan: Plan,
  nameRecord: NameRecord,
): Entry => {
  const { identityMembers, targets } = sections[name]
  const { changed, changes, leavesOut, formerly, form } = plan
  const entry: Entry = {}
  for (const member of Object.keys(changed)) {
    const kind =
      member === 'key' ? 'key' : member === identityMembers[0] ? 'name' : targets[member] ? 'references' : 'others'
    const isChanged = !record || (plan.action === 'change' && changes[kind])
    if (plan.action === 'change' && kind !== 'name' && member !== 'title' && leavesOut[kind]) continue
    const value = (isChanged ? changed : record)?.[member]
    const target = targets[member]
    if (!target) entry[member] = value
    else if (Array.isArray(value)) entry[member] = value.flatMap((index) => nameRecord(target, index, form) ?? [])
    else entry[member] = value === undefined ? undefined : nameRecord(target, Number(value), form)
  }
  if (!record || plan.action !== 'change' || formerly === 'nothing') return without(entry)
  const [text, scope] = identityMembers
  if (formerly === 'key' && record.key !== undefined) entry.formerly = { key: record.key }
  else if (formerly === 'text' || scope === undefined) entry.formerly = record[text]
  else
    entry.formerly = {
      [text]: record[text],
      [scope]:
        record[scope] === undefined ? null : nameRecord(targets[scope] as SectionName, Number(record[scope]), 'old'),
    }
  return without(entry)
}

/** An entry that merges or deletes a record. */
const removalEntry = (name: SectionName, record: RandomRecord, plan: Plan, nameRecord: NameRecord): Entry => {
  const {
    identityMembers: [text, scope],
    targets,
  } = sections[name]
  const label =
    scope === undefined || record[scope] === undefined
      ? undefined
      : nameRecord(targets[scope] as SectionName, Number(record[scope]), plan.form)
  const identity =
    plan.byKey && record.key !== undefined
      ? { key: record.key }
      : { [text]: record[text], ...(scope !== undefined && { [scope]: label }) }
  return without({
    ...identity,
    ...(plan.action === 'merge' ? { merge_into: nameRecord(name, plan.into, 'new') ?? 'nothing' } : { delete: true }),
  })
}

/** Returns a text that may name the record of a section with an index. */
type NameRecord = (name: SectionName, index: number, form: Plan['form']) => string | undefined

type Plans = Record<SectionName, { library: { record: RandomRecord; plan: Plan }[]; added: Plan[] }>

const createFile = (plans: Plans): RandomCase['file'] => {
  const nameRecord: NameRecord = (name, index, form) => {
    const [text] = sections[name].identityMembers
    const { library, added } = plans[name]
    const all = [...library, ...added.map((plan) => ({ record: plan.changed, plan: { ...plan, action: 'new' } }))]
    const candidates =
      form === 'old' ? all : all.filter(({ plan: { action } }) => !['omit', 'delete', 'merge'].includes(action))
    const found = candidates[index % candidates.length]
    if (!found) return
    const {
      record,
      plan: { action, changed, changes, leavesOut },
    } = found
    const isChange = action === 'change'
    if (form === 'key' && record.key !== undefined && !(isChange && changes.key)) return record.key
    const isRenamed = isChange && changes.name && form !== 'old'
    return String((isRenamed ? changed : record)[text])
  }
  return fromKeys(sectionNames, (name) => {
    const { library, added } = plans[name]
    return [
      ...library.flatMap(({ record, plan }) => {
        if (plan.action === 'omit') return []
        if (plan.action === 'delete' || plan.action === 'merge') return [removalEntry(name, record, plan, nameRecord)]
        return [describedEntry(name, record, plan, nameRecord)]
      }),
      ...added.map((plan) => describedEntry(name, undefined, plan, nameRecord)),
    ]
  })
}

/** Leaves out the keys that a record before has. */
const withUniqueKeys = (records: RandomRecord[]): RandomRecord[] => {
  const keys = new Set<string>()
  return records.map((record) => {
    if (record.key === undefined || keys.has(record.key)) return { ...record, key: undefined }
    keys.add(record.key)
    return record
  })
}

const sectionPlans = (name: SectionName) =>
  fc
    .record({
      library: fc.array(fc.record({ record: recordOf(name), plan: planOf(name) }), { maxLength: maxRecords[name] }),
      added: fc.array(planOf(name), { maxLength: 1 }),
    })
    .map(({ library, added }) => {
      const records = withUniqueKeys(library.map(({ record }) => record))
      return { library: library.map(({ plan }, index) => ({ record: records[index] as RandomRecord, plan })), added }
    })

export const randomCase: fc.Arbitrary<RandomCase> = fc
  .record({
    plans: fc.record(fromKeys(sectionNames, sectionPlans)),
    likes: fc.array(fc.uniqueArray(indexIn('tracks')), { minLength: 2, maxLength: 2 }),
    prune: fc.boolean(),
  })
  .map(({ plans, likes, prune }) => ({
    library: fromKeys(sectionNames, (name) => plans[name].library.map(({ record }) => record)),
    likes,
    file: createFile(plans),
    prune,
  }))
