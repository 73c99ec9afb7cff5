import { fromKeys } from '../../../../src/base/objects.ts'
import { type ResourceName, resourceNames, resources, type Value } from '../../../../src/catalogue/resources.ts'
import { Unclear } from './match.ts'
import { isSame, type LastSeed, type Members, nameIn, normalName, replaceId, type State } from './values.ts'

/** The records that references of a file can name. */
export class Names {
  private readonly sections = fromKeys(resourceNames, () => ({
    byKey: new Map<string, number>(),
    byName: new Map<string, Set<number>>(),
    byLibraryKey: new Map<string, number>(),
  }))

  /** @throws Unclear */
  find(name: ResourceName, text: string): number {
    const { byKey, byName, byLibraryKey } = this.sections[name]
    const id = byKey.get(text)
    if (id !== undefined) return id
    const libraryId = byLibraryKey.get(text)
    const [first, second] = new Set([
      ...(byName.get(normalName(name, text)) ?? []),
      ...(libraryId === undefined ? [] : [libraryId]),
    ])
    if (first === undefined || second !== undefined) throw new Unclear(`${text} fits none or several ${name}`)
    return first
  }

  /** @param libraryKey - the key that only the library has, if the file says none */
  add(name: ResourceName, id: number, record: Members, key?: string, libraryKey?: Value): void {
    const { byKey, byName, byLibraryKey } = this.sections[name]
    if (key !== undefined) byKey.set(key, id)
    else if (typeof libraryKey === 'string') byLibraryKey.set(libraryKey, id)
    const text = normalName(name, nameIn(name, record))
    byName.set(text, new Set(byName.get(text)).add(id))
  }
}

/** Deletes records, and lets what refers to them refer to others. A pair changes with the value of the record that it has. */
export const removeRecords = (
  { state, bases }: { state: State; bases: LastSeed },
  name: ResourceName,
  successors: ReadonlyMap<number, number | null>,
) => {
  for (const other of resourceNames) {
    const members = Object.entries(resources[other].targets).filter(([, target]) => target === name)
    for (const [recordId, record] of state[other]) {
      for (const [member] of members) {
        const before = record[member] as Value
        const after = [...successors].reduce((value, [id, successor]) => replaceId(value, id, successor), before)
        record[member] = after
        const pair = bases[other].get(recordId)?.pairs.get(member)
        if (!pair) continue
        if (isSame(pair.file, before)) pair.file = after
        if (isSame(pair.library, before)) pair.library = after
      }
    }
  }
  for (const id of successors.keys()) {
    state[name].delete(id)
    bases[name].delete(id)
  }
}
