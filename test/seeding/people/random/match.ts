import { type ResourceName, resources } from '../../../../src/catalogue/resources.ts'
import { type Base, identityIn, type Members, nameIn } from './values.ts'

/** An entry whose references are ids. */
export interface ResolvedEntry {
  values: Members
  former: Members | undefined
  isRemoval: boolean
  mergeInto: string | undefined
  /** What the entry is and was, as if the records that are created again had their former ids. */
  baseIdentities: string[]
}

/** A file that the model does not take: it names something twice, or nothing. */
export class Unclear extends Error {}

/** A file in which an entry was formerly what another one is now. random/movedTracks.test.ts has these. */
export class RowOfRenames extends Unclear {}

export const keyOf = ({ values }: ResolvedEntry): string | undefined =>
  typeof values.key === 'string' ? values.key : undefined

/** What the file knows a record by: its key, or else what identifies it. */
export const fileIdentity = (name: ResourceName, said: Record<string, unknown>): string =>
  typeof said.key === 'string' ? `key ${said.key}` : identityIn(name, said)

/** What a file has known a record by: its key, if it had one, and what identifies it. */
export const identitiesAtLastSeed = (name: ResourceName, { pairs }: Base): string[] => {
  const said = Object.fromEntries(
    [...pairs].flatMap(([member, { file }]) => (file === undefined ? [] : [[member, file]])),
  )
  return [fileIdentity(name, said), identityIn(name, said)]
}

/** What entries are, and then what they were, with their indexes. Of two that have been the same, the first is that. */
export const identitiesByPrecedence = (entries: readonly ResolvedEntry[]): [identity: string, index: number][] => {
  const indexed = entries.map(({ baseIdentities }, index) =>
    baseIdentities.map((identity): [string, number] => [identity, index]),
  )
  return [...indexed.flatMap(([present]) => (present ? [present] : [])), ...indexed.flatMap((all) => all.slice(1))]
}

/**
 * The index of the entry that a record was the one of at the last seed; -1 for none. An entry that no seed has known by its present name comes first with what
 * it was.
 */
const indexByBase = (
  name: ResourceName,
  entries: readonly ResolvedEntry[],
  bases: ReadonlyMap<number, Base>,
  base: Base,
): number => {
  const known = new Set([...bases.values()].flatMap((other) => identitiesAtLastSeed(name, other)))
  const ordered = identitiesByPrecedence(entries)
  const renamed = ordered.filter(([, index]) => !known.has(entries[index]?.baseIdentities[0] ?? ''))
  const found = identitiesAtLastSeed(name, base).flatMap((own) =>
    [...renamed, ...ordered].filter(([identity]) => identity === own),
  )
  return found[0]?.[1] ?? -1
}

/**
 * Finds the records of the entries of a section, by the rules of the documentation: the key; the identity; what the entry says that it was; what the file
 * called the record at the last seed; and the path of a track with a key.
 * @returns ids by the indexes of entries
 */
export const matchEntries = (
  name: ResourceName,
  entries: readonly ResolvedEntry[],
  records: ReadonlyMap<number, Members>,
  bases: ReadonlyMap<number, Base>,
): Map<number, number> => {
  requireDistinct(name, entries)
  requireNoRows(name, entries)
  const candidates = new Map<number, { id: number; isExact: boolean }[]>()
  const others: [number, Members][] = []
  for (const [id, record] of records) {
    const indexes = entriesFor(name, entries, record)
    for (const index of indexes) {
      const entry = entries[index] as ResolvedEntry
      const isExact = entry.isRemoval || (keyOf(entry) === undefined) === (record.key === null)
      candidates.set(index, [...(candidates.get(index) ?? []), { id, isExact }])
    }
    if (indexes.length === 0) others.push([id, record])
  }
  // Others have the name of a record that was that of another entry at the last seed.
  for (const [index, found] of candidates) {
    if (!found.some(({ isExact }) => isExact)) continue
    const isOther = ({ id, isExact }: { id: number; isExact: boolean }) => {
      const base = isExact ? undefined : bases.get(id)
      const own = base ? indexByBase(name, entries, bases, base) : -1
      return own >= 0 && own !== index
    }
    for (const { id } of found.filter(isOther)) others.push([id, records.get(id) as Members])
    candidates.set(
      index,
      found.filter((candidate) => !isOther(candidate)),
    )
  }
  // Of several records, an entry has the one that was its own at the last seed.
  for (const [index, found] of candidates) {
    const exact = found.filter(({ isExact }) => isExact)
    const isOwn = ({ id }: { id: number }) => {
      const base = bases.get(id)
      return base && indexByBase(name, entries, bases, base) === index
    }
    const own = exact.filter(isOwn)
    if (exact.length < 2 || own.length !== 1 || entries[index]?.isRemoval) continue
    candidates.set(index, own)
    for (const { id } of exact) if (id !== own[0]?.id) others.push([id, records.get(id) as Members])
  }
  const ranked = rankOthers(name, entries, others, bases)
  const matches = new Map<number, number>()
  for (const index of entries.keys()) {
    const found = candidates.get(index) ?? []
    const exact = found.filter(({ isExact }) => isExact)
    const [first, second] = exact.length > 0 ? exact : found
    if (second) throw new Unclear(`several ${name} fit entry ${index}`)
    const ranks = ranked.get(index) ?? [[], [], [], []]
    if (first) {
      if ((ranks[1] ?? []).length > 0) throw new Unclear(`the ${name} of entry ${index} and the former one are there`)
      matches.set(index, first.id)
      continue
    }
    const former = [...(ranks[0] ?? []), ...(ranks[1] ?? [])]
    const best = former.length > 0 ? former : ranks.slice(2).find((ids) => ids.length > 0)
    if (!best) continue
    if (best.length > 1) throw new Unclear(`several ${name} were entry ${index}`)
    matches.set(index, best[0] as number)
  }
  const ids = [...matches.values()]
  if (new Set(ids).size < ids.length) throw new Unclear(`one of ${name} fits several entries`)
  return matches
}

const requireDistinct = (name: ResourceName, entries: readonly ResolvedEntry[]) => {
  const known = entries.map(({ values }) => fileIdentity(name, values))
  if (new Set(known).size < known.length) throw new Unclear(`two entries of ${name} are the same`)
  const formers = entries.flatMap(({ former }) => (former ? [identityIn(name, former)] : []))
  if (new Set(formers).size < formers.length) throw new Unclear(`two entries of ${name} were the same`)
}

const requireNoRows = (name: ResourceName, entries: readonly ResolvedEntry[]) => {
  const present = new Set(entries.map(({ values }) => identityIn(name, values)))
  for (const { former } of entries)
    if (former && present.has(identityIn(name, former))) throw new RowOfRenames(`a row of renames in ${name}`)
}

/** The entries that have the key of a record, or else its identity. */
const entriesFor = (name: ResourceName, entries: readonly ResolvedEntry[], record: Members): number[] => {
  const find = (test: (entry: ResolvedEntry) => boolean) =>
    [...entries.entries()].flatMap(([index, entry]) => (test(entry) ? [index] : []))
  const withKey = find((entry) => record.key !== null && keyOf(entry) === record.key)
  if (withKey.length > 0) return withKey
  const fits = ({ values }: ResolvedEntry) => identityIn(name, values) === identityIn(name, record)
  const withIdentity = find((entry) => keyOf(entry) === undefined && fits(entry))
  if (withIdentity.length > 0 || record.key !== null) return withIdentity
  return find((entry) => keyOf(entry) !== undefined && !entry.isRemoval && fits(entry))
}

/** The records that entries were, by four ranks: a former key, a former identity, the last seed, and the path. */
const rankOthers = (
  name: ResourceName,
  entries: readonly ResolvedEntry[],
  others: readonly [number, Members][],
  bases: ReadonlyMap<number, Base>,
): Map<number, number[][]> => {
  const ranked = new Map<number, number[][]>()
  for (const [id, record] of others) {
    const base = bases.get(id)
    const tests: ((entry: ResolvedEntry) => boolean)[] = [
      ({ former }) => record.key !== null && former?.key === record.key,
      ({ former }) => former !== undefined && former.key === undefined && isFormer(name, former, record),
      (entry) => base !== undefined && entries.indexOf(entry) === indexByBase(name, entries, bases, base),
      (entry) => resources[name].hasPath && !!keyOf(entry) && nameIn(name, entry.values) === nameIn(name, record),
    ]
    for (const [rank, test] of tests.entries()) {
      const index = entries.findIndex(test)
      if (index < 0) continue
      const ranks = ranked.get(index) ?? [[], [], [], []]
      ranks[rank]?.push(id)
      ranked.set(index, ranks)
      break
    }
  }
  return ranked
}

const isFormer = (name: ResourceName, former: Members, record: Members) =>
  identityIn(name, former) === identityIn(name, record)
