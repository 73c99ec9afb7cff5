import { fromKeys } from '../../../../src/base/objects.ts'
import { type ResourceName, resourceNames, resources, type Value } from '../../../../src/catalogue/resources.ts'
import {
  fileIdentity,
  identitiesAtLastSeed,
  identitiesByPrecedence,
  keyOf,
  matchEntries,
  type ResolvedEntry,
  Unclear,
} from './match.ts'
import { Names, removeRecords } from './records.ts'
import {
  asDay,
  type Base,
  copyBases,
  copyState,
  type FileEntry,
  isSame,
  type LastSeed,
  type LibraryValues,
  type Members,
  normalName,
  type RandomFile,
  replaceId,
  withNormalNames,
} from './values.ts'

export type Way = 'keep' | 'overwrite'

export interface ModelOptions {
  prune: boolean
  people: { way: Way; choices: Map<string, Way> }
  /** Records that no seed has had are not pruned. */
  keepsNew?: boolean
}

interface RecordValue {
  name: ResourceName
  id: number
  member: string
}

/** What a seed does, by the rules of the documentation. It changes copies of the records and of what earlier seeds have left. */
export class Prediction {
  /** The changes by people, as `labels changed 3 name`. */
  readonly listed: string[] = []
  readonly kept: string[] = []
  keptBefore = 0
  withoutBase = 0
  /** The records that entries of the file have deleted or merged, as `labels/3`. */
  readonly removed = new Set<string>()
  readonly state
  readonly bases
  private readonly lastBases: LastSeed
  readonly lastIds
  private readonly keptDeleted = fromKeys(resourceNames, () => new Set<number>())
  /** The ids that records had before people deleted them, by those with which they are created again. */
  private readonly formerIds = fromKeys(resourceNames, () => new Map<number, number>())
  /** The records that `prune` or their entry would delete, and that stay, as `labels/3`. */
  private readonly keptRecords = new Set<string>()
  private readonly names = new Names()
  private readonly pruned = fromKeys(resourceNames, (): number[] => [])
  /** The values that stay as people have left them, and those of the records that no entry describes. */
  private readonly keptValues: RecordValue[] = []
  /** The values of records of the file on which their entries say nothing. */
  private readonly unsaidValues: RecordValue[] = []
  /** The records that stay although no seed has had them in its file, as `labels/3`. */
  readonly keptNew: Set<string>

  /** @throws Unclear */
  constructor(
    { state, lastIds }: LibraryValues,
    bases: LastSeed,
    file: RandomFile,
    private readonly options: ModelOptions,
    keptNew: ReadonlySet<string>,
  ) {
    this.keptNew = new Set(keptNew)
    this.state = copyState(state)
    this.bases = copyBases(bases)
    this.lastBases = bases
    this.lastIds = { ...lastIds }
    for (const name of resourceNames) this.seedSection(name, file[name])
    this.addNeeded()
    for (const name of resourceNames) this.remove(name, new Map(this.pruned[name].map((id) => [id, null])))
  }

  private remove(name: ResourceName, successors: ReadonlyMap<number, number | null>) {
    removeRecords(this, name, successors)
    for (const id of successors.keys()) this.keptNew.delete(`${name}/${id}`)
  }

  /**
   * What values that stay refer to is not pruned, nor what such a record refers to. Of a value on which its entry says nothing, this is listed and decided,
   * unless it was for the record.
   */
  private addNeeded() {
    for (const name of resourceNames.toReversed()) {
      for (const id of [...this.pruned[name]]) {
        const findLine = (kinds: readonly string[]) =>
          this.listed.find((line) => kinds.some((kind) => line === `${name} ${kind} ${id}`))
        const isNeeded = this.keptValues.some((value) => this.refersTo(value, name, id))
        const isUnsaid =
          !findLine(['to_delete', 'added']) && this.unsaidValues.some((value) => this.refersTo(value, name, id))
        const isKept = isUnsaid && this.decide(name, 'referenced', id)
        if (!isNeeded && !isKept) continue
        this.pruned[name] = this.pruned[name].filter((other) => other !== id)
        const line = findLine(['to_delete', 'added', 'referenced'])
        if (line && !this.kept.includes(line)) this.kept.push(line)
        const base = this.bases[name].get(id)
        for (const [member, library] of Object.entries(this.state[name].get(id) as Members))
          base?.pairs.set(member, { file: base.pairs.get(member)?.file, library })
        if (base) this.bases[name].set(id, { pairs: base.pairs, isDecided: true })
        else this.keptNew.add(`${name}/${id}`)
        for (const member of Object.keys(resources[name].targets)) this.keptValues.push({ name, id, member })
      }
    }
  }

  private refersTo({ name, id, member }: RecordValue, target: ResourceName, targetId: number): boolean {
    return resources[name].targets[member] === target && [this.state[name].get(id)?.[member]].flat().includes(targetId)
  }

  private seedSection(name: ResourceName, fileEntries: readonly FileEntry[]) {
    const entries = fileEntries.map((entry) => this.resolve(name, entry))
    const records = this.state[name]
    const presentIds = [...records.keys()]
    const matches = matchEntries(name, entries, records, this.bases[name])
    const goneIds = this.findGone(name, entries, matches)
    for (const [index, entry] of entries.entries()) {
      if (entry.isRemoval) continue
      const id = this.seedEntry(name, { id: matches.get(index), goneId: goneIds.get(index) }, entry)
      this.names.add(name, id, entry.values, keyOf(entry), records.get(id)?.key)
      for (const member of Object.keys(resources[name].targets))
        if (!(member in entry.values)) this.unsaidValues.push({ name, id, member })
    }
    const matchedIds = new Set(matches.values())
    for (const id of presentIds) {
      if (matchedIds.has(id)) continue
      const isNew = this.options.keepsNew === true && !this.bases[name].has(id)
      if (this.options.prune && !isNew && !this.decideDeletion(name, id)) {
        this.pruned[name].push(id)
        continue
      }
      for (const member of Object.keys(resources[name].targets)) this.keptValues.push({ name, id, member })
      const record = records.get(id) as Members
      if (this.options.prune && !isNew) continue
      this.names.add(name, id, record, undefined, record.key)
    }
    const found = [...entries.entries()].filter(([index, { isRemoval }]) => isRemoval && matches.has(index))
    const removals = found.map(([index, entry]) => ({ id: matches.get(index) as number, ...entry }))
    for (const { id, mergeInto } of removals) {
      if (mergeInto !== undefined || !this.decideDeletion(name, id, true)) continue
      const record = records.get(id) as Members
      this.names.add(name, id, record, undefined, record.key)
    }
    const successors = new Map<number, number | null>()
    for (const { id, mergeInto } of removals) {
      if (this.keptRecords.has(`${name}/${id}`)) continue
      const target = mergeInto === undefined ? null : this.names.find(name, mergeInto)
      if (target !== null && this.keptDeleted[name].has(target)) throw new Unclear('the target stays deleted')
      this.removed.add(`${name}/${id}`)
      successors.set(id, target)
    }
    this.remove(name, successors)
  }

  private resolve(name: ResourceName, { formerly, merge_into, delete: isDeleted, ...entry }: FileEntry): ResolvedEntry {
    const { targets, identity } = resources[name]
    const values: Members = {}
    for (const [member, value] of Object.entries(withNormalNames(entry))) {
      const target = targets[member]
      if (target && Array.isArray(value))
        values[member] = [...new Set(value.map((text) => this.names.find(target, text)))].sort((a, b) => a - b)
      else values[member] = (target && value !== null ? this.names.find(target, String(value)) : asDay(value)) as Value
    }
    const withFormerIds = Object.entries(values).map(([member, value]) => {
      const target = targets[member]
      return [member, target && typeof value === 'number' ? (this.formerIds[target].get(value) ?? value) : value]
    })
    const formers =
      formerly === undefined
        ? undefined
        : {
            ...Object.fromEntries(withFormerIds),
            key: undefined as never,
            [identity[0]]: normalName(name, String(formerly)),
          }
    return {
      values,
      former: formers && { ...values, ...formers, ...(identity[1] && { [identity[1]]: values[identity[1]] as Value }) },
      isRemoval: merge_into !== undefined || isDeleted === true,
      mergeInto: merge_into === undefined ? undefined : String(merge_into),
      baseIdentities: [Object.fromEntries(withFormerIds), ...(formers ? [formers] : [])].map((said) =>
        fileIdentity(name, said),
      ),
    }
  }

  /** Finds the deleted records that entries were, by the indexes of the entries. Of what an entry is and was, one may be there, and the other deleted. */
  private findGone(name: ResourceName, entries: readonly ResolvedEntry[], matches: ReadonlyMap<number, number>) {
    const bases = this.lastBases[name]
    const gone = new Map<number, number>()
    for (const [identity, index] of identitiesByPrecedence(entries)) {
      if (matches.has(index) || entries[index]?.isRemoval || gone.has(index)) continue
      const idsBy = (isKnownBy: (identities: string[]) => boolean) =>
        [...bases].filter(([, base]) => isKnownBy(identitiesAtLastSeed(name, base))).map(([id]) => id)
      // Of several it is the last one that the file knew by this, or else the first one with a key.
      const [first] = idsBy((identities) => identities.includes(identity)).sort((a, b) => a - b)
      const id = idsBy(([known]) => known === identity).sort((a, b) => b - a)[0] ?? first
      if (id !== undefined && !this.state[name].has(id) && ![...gone.values()].includes(id)) gone.set(index, id)
    }
    return gone
  }

  /** @returns the id of the entry's record */
  private seedEntry(
    name: ResourceName,
    { id, goneId }: Record<'id' | 'goneId', number | undefined>,
    entry: ResolvedEntry,
  ): number {
    if (id !== undefined) {
      this.settle(name, id, entry.values)
      return id
    }
    const base = goneId === undefined ? undefined : this.bases[name].get(goneId)
    if (goneId !== undefined && base && this.staysDeleted(name, goneId, base, entry)) return goneId
    const newId = ++this.lastIds[name]
    if (goneId !== undefined) this.formerIds[name].set(newId, goneId)
    const { defaults, columns, relations } = resources[name]
    const { id: _, created_at, updated_at, ...members } = { ...columns, ...relations }
    const record: Members = { ...defaults, key: null, ...this.withoutDeleted(name, entry.values) }
    this.state[name].set(
      newId,
      Object.fromEntries(Object.keys(members).map((member) => [member, record[member] ?? null])),
    )
    this.setBase(name, newId, entry.values, record)
    return newId
  }

  private setBase(name: ResourceName, id: number, said: Members, record: Members, keptEntry?: string) {
    const members = new Set([...Object.keys(record), ...Object.keys(said)])
    const pairs = [...members].map(
      (member) => [member, { file: said[member], library: record[member] ?? null }] as const,
    )
    this.bases[name].set(id, { pairs: new Map(pairs), keptEntry })
  }

  private staysDeleted(name: ResourceName, id: number, { keptEntry }: Base, { values }: ResolvedEntry): boolean {
    const text = JSON.stringify(Object.entries(values).sort())
    const wasKept = keptEntry === text
    if (wasKept) this.keptBefore++
    const isKept = wasKept || this.decide(name, 'deleted', id)
    if (!isKept) this.bases[name].delete(id)
    else {
      this.setBase(name, id, values, values, text)
      this.keptDeleted[name].add(id)
    }
    return isKept
  }

  private settle(name: ResourceName, id: number, values: Members) {
    const record = this.state[name].get(id) as Members
    const base = this.bases[name].get(id)
    const result: Base = base ?? { pairs: new Map() }
    this.keptNew.delete(`${name}/${id}`)
    if (!base)
      for (const [member, library] of Object.entries(record)) result.pairs.set(member, { file: undefined, library })
    const target = this.withoutDeleted(name, values)
    if (!base && Object.keys(values).some((member) => !isSame(record[member], target[member]))) this.withoutBase++
    for (const [member, value] of Object.entries(values)) {
      const isSet = isSame(record[member], target[member]) || !base || !this.keeps(name, { id, member }, base, value)
      if (isSet) record[member] = target[member] as Value
      result.pairs.set(member, { file: value, library: record[member] as Value })
    }
    this.bases[name].set(id, { pairs: result.pairs })
  }

  private keeps(name: ResourceName, { id, member }: { id: number; member: string }, base: Base, value: Value): boolean {
    const { file, library } = base.pairs.get(member) ?? {
      file: undefined,
      library: resources[name].defaults[member] ?? null,
    }
    const present = this.state[name].get(id)?.[member]
    const formerIds = this.formerIds[resources[name].targets[member] ?? name]
    const isCreated = (other: number) => resources[name].targets[member] !== undefined && formerIds.has(other)
    const created = [value].flat().filter((other): other is number => typeof other === 'number' && isCreated(other))
    const replaceAll = (successorOf: (other: number) => number | null) =>
      created.reduce((result, other) => replaceId(result, other, successorOf(other)), value)
    const former = replaceAll((other) => formerIds.get(other) as number)
    const isInFile = !isSame(file, former)
    // What the deletion of a record has changed is decided with it.
    const isByDeletion =
      created.length > 0 &&
      !isInFile &&
      isSame(
        present,
        replaceAll(() => null),
      )
    const isByPeople = !isSame(library, present) && !isByDeletion
    const wasKept = file !== undefined && !isSame(file, library)
    if (isByPeople || (wasKept && isInFile)) return this.decide(name, 'changed', id, member)
    if (!wasKept) return false
    this.keptBefore++
    this.keptValues.push({ name, id, member })
    return true
  }

  private decideDeletion(name: ResourceName, id: number, isByEntry = false): boolean {
    const base = this.bases[name].get(id)
    if (!base && isByEntry) this.withoutBase++
    if (!base) return !isByEntry && this.decideNew(name, id)
    const record = this.state[name].get(id) as Members
    // A record that was to stay deleted was restored by people.
    const isRestored = base.keptEntry !== undefined
    const isChanged =
      isRestored ||
      Object.keys(record).some(
        (member) =>
          !isSame(record[member], base.pairs.get(member)?.library ?? resources[name].defaults[member] ?? null),
      )
    const wasKept = base.isDecided === true && !isChanged
    if (wasKept) this.keptBefore++
    if (!wasKept && !(isChanged && this.decide(name, 'to_delete', id))) return false
    for (const [member, library] of Object.entries(record))
      base.pairs.set(member, { file: base.pairs.get(member)?.file, library })
    this.bases[name].set(id, { pairs: base.pairs, isDecided: true })
    this.keptRecords.add(`${name}/${id}`)
    for (const member of Object.keys(resources[name].targets)) this.keptValues.push({ name, id, member })
    return true
  }

  private decideNew(name: ResourceName, id: number): boolean {
    const path = `${name}/${id}`
    const wasKept = this.keptNew.has(path)
    if (wasKept) this.keptBefore++
    else this.withoutBase++
    if (!wasKept && !this.decide(name, 'added', id)) return false
    this.keptNew.add(path)
    return true
  }

  private decide(name: ResourceName, kind: string, id: number, member?: string): boolean {
    const { way, choices } = this.options.people
    const path = member === undefined ? `${name}/${id}` : `${name}/${id}/${member}`
    const line = [name, kind, id, member].filter((part) => part !== undefined).join(' ')
    this.listed.push(line)
    const isKept = (choices.get(path) ?? way) === 'keep'
    if (isKept) this.kept.push(line)
    if (isKept && member !== undefined) this.keptValues.push({ name, id, member })
    return isKept
  }

  private withoutDeleted(name: ResourceName, values: Members): Members {
    const written = Object.entries(values).map(([member, value]): [string, Value] => {
      const target = resources[name].targets[member]
      const ids = target ? [...this.keptDeleted[target]] : []
      return [member, ids.reduce((result, id) => replaceId(result, id, null), value)]
    })
    return Object.fromEntries(written)
  }
}
