import fc from 'fast-check'
import { fromKeys } from '../../../src/base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../../../src/catalogue/resources.ts'
import { createFile, type Entry, type Plan, type Plans, type RandomRecord } from './createFile.ts'

// Random libraries, and random files to seed into them. They have few names and keys, so that records often share them.

export interface RandomCase {
  library: Record<ResourceName, RandomRecord[]>
  /** The indexes of the tracks that each listener likes. */
  likes: number[][]
  file: Record<ResourceName, Entry[]>
  prune: boolean
}

/** The texts that identify the records of each section. Two of them are one text in two Unicode forms. */
const texts: Record<ResourceName, [string, ...string[]]> = {
  labels: ['L', 'M', 'N', 'O', 'P', '\u00e9', 'e\u0301'],
  genres: ['G', 'H', 'I', 'J', 'K'],
  artists: ['A', 'B', 'C', 'D', 'E', '\u00e9', 'e\u0301'],
  albums: ['T', 'U', 'V', 'W', 'X'],
  tracks: ['p/1', 'p/2', 'q/1', 'shelf/1', 'shelf/2', 'shelf/3'],
}

/** A key may be the name of a record, too. */
const keyOf = (name: ResourceName) => fc.constantFrom('j', 'k', 'l', 'm', 'n', texts[name][0])

const maxRecords: Record<ResourceName, number> = { labels: 3, genres: 2, artists: 3, albums: 3, tracks: 4 }

const indexIn = (name: ResourceName) => fc.nat(maxRecords[name] - 1)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const recordOf = (name: ResourceName): fc.Arbitrary<RandomRecord> => {
  const { entry, identity, relations, targets } = resources[name]
  const durations = Object.keys(entry.properties).filter((member) => member.startsWith('duration'))
  const members: Record<string, fc.Arbitrary<unknown>> = {
    key: fc.oneof(fc.constant(undefined), keyOf(name)),
    title: fc.constantFrom('x', 'y'),
    [identity[0]]: fc.constantFrom(...texts[name]),
    ...fromKeys(durations, () => optional(fc.constantFrom(1, 2))),
  }
  for (const [member, target] of Object.entries(targets)) {
    const index = indexIn(target)
    members[member] = member in relations ? fc.uniqueArray(index, { maxLength: 2 }) : optional(index)
  }
  const known = Object.entries(members).filter(([member]) => member in entry.properties)
  return fc.record(Object.fromEntries(known)) as fc.Arbitrary<RandomRecord> // The members are known at run time only.
}

const rarely = fc.nat(3).map((number) => number === 3)

/** What the records and plans of a case have in common: with fewer differences, more files are valid. */
interface Traits {
  /** The sections of which the library has records, and of those that of which the file says anything but what the library has. */
  present: ResourceName[]
  changed: ResourceName[]
  hasKeys: boolean
  /** Whether entries that change a record say what it was. */
  hasFormers: boolean
}

const traits: fc.Arbitrary<Traits> = fc.record({
  present: fc.subarray([...resourceNames], { minLength: 2 }),
  changed: fc.subarray([...resourceNames], { minLength: 1 }),
  hasKeys: fc.boolean(),
  hasFormers: fc.boolean(),
})

const planOf = (name: ResourceName): fc.Arbitrary<Plan> =>
  fc.record({
    action: fc.constantFrom('same', 'omit', 'change', 'change', 'change', 'delete', 'merge', 'merge'),
    changed: recordOf(name),
    changes: fc.record({ name: fc.boolean(), key: rarely, references: rarely, others: rarely }),
    leavesOut: fc.record({ name: fc.constant(false), key: rarely, references: rarely, others: rarely }),
    formerly: fc.constantFrom('text', 'object', 'object', 'key'),
    naming: fc.constantFrom('new', 'new', 'new', 'new', 'old', 'key'),
    byKey: fc.boolean(),
    into: fc.nat(9),
  })

const sectionPlans = (name: ResourceName): fc.Arbitrary<Plans[ResourceName]> =>
  fc.record({
    records: fc.array(recordOf(name), { minLength: 1, maxLength: maxRecords[name] }),
    plans: fc.array(planOf(name), { minLength: maxRecords[name], maxLength: maxRecords[name] }),
    added: fc.array(planOf(name), { maxLength: 1 }),
  })

const withTraits = (plans: Plans, { present, changed, hasKeys, hasFormers }: Traits): Plans => {
  const counts = fromKeys(resourceNames, (name) => (present.includes(name) ? plans[name].records.length : 0))
  return fromKeys(resourceNames, (name) => {
    if (!present.includes(name)) return { records: [], plans: [], added: [] }
    const { targets } = resources[name]
    /** A record whose references name records that the library has. */
    const adaptRecord = (record: RandomRecord): RandomRecord => {
      const adapted = hasKeys ? { ...record } : { ...record, key: undefined }
      for (const [member, target] of Object.entries(targets))
        adapted[member] = indexesBelow(record[member], counts[target])
      return adapted
    }
    const adaptPlan = (plan: Plan): Plan => ({
      ...plan,
      action: changed.includes(name) ? plan.action : 'same',
      changed: adaptRecord(plan.changed),
      formerly: hasFormers ? plan.formerly : 'nothing',
    })
    const { records, plans: planned, added } = plans[name]
    return {
      records: withUniqueKeys(records.map(adaptRecord)),
      plans: planned.map(adaptPlan),
      added: changed.includes(name) ? added.map(adaptPlan) : [],
    }
  })
}

const indexesBelow = (value: RandomRecord[string], count: number) => {
  if (Array.isArray(value)) return count === 0 ? [] : [...new Set(value.map((index) => index % count))]
  return value === undefined || count === 0 ? undefined : Number(value) % count
}

/** Leaves out the keys that a record before has. */
const withUniqueKeys = (records: RandomRecord[]): RandomRecord[] =>
  records.map((record, index) => {
    const isTaken = records.slice(0, index).some(({ key }) => key === record.key)
    return isTaken ? { ...record, key: undefined } : record
  })

export const randomCase: fc.Arbitrary<RandomCase> = fc
  .record({
    plans: fc.record(fromKeys(resourceNames, sectionPlans)) as fc.Arbitrary<Plans>,
    traits,
    likes: fc.array(fc.uniqueArray(indexIn('tracks')), { minLength: 2, maxLength: 2 }),
    prune: fc.boolean(),
  })
  .map(({ plans: allPlans, traits, likes, prune }) => {
    const plans = withTraits(allPlans, traits)
    return { library: fromKeys(resourceNames, (name) => plans[name].records), likes, file: createFile(plans), prune }
  })
