import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'

// How likely renames are found: what has the same description, and what no other one has.

type Items<Item> = ReadonlyMap<number, Item>

/** Describes an item for a comparison; undefined if it can't be compared. */
type Describe<Item> = (id: number, item: Item) => string | undefined

type Pair<A, B> = [[id: number, item: A], [id: number, item: B]]

/** The number of items that are described before others may run. */
const itemsPerSlice = 100

/**
 * Pairs items of two maps that have the same description, where exactly one of each map has it.
 * @param steps - the descriptions of both; what the first one pairs is not compared by the next one
 */
export const pairUnique = async <A, B>(
  a: Items<A>,
  b: Items<B>,
  steps: readonly { describeA: Describe<A>; describeB: Describe<B> }[],
): Promise<Pair<A, B>[]> => {
  const [restOfA, restOfB] = [new Map(a), new Map(b)]
  const found: Pair<A, B>[] = []
  for (const { describeA, describeB } of steps) {
    const uniqueA = await uniqueBy(restOfA, describeA)
    if (uniqueA.size === 0) continue
    const uniqueB = await uniqueBy(restOfB, describeB)
    const pairs = [...uniqueA].flatMap(([description, item]): Pair<A, B>[] => {
      const match = uniqueB.get(description)
      return match ? [[item, match]] : []
    })
    for (const [[idOfA], [idOfB]] of pairs) {
      restOfA.delete(idOfA)
      restOfB.delete(idOfB)
    }
    for (const pair of pairs) found.push(pair)
  }
  return found
}

/** The items of a map by their descriptions. Items that share one are left out, and so are those without any. */
const uniqueBy = async <Item>(items: Items<Item>, describe: Describe<Item>) => {
  let count = 0
  const found = new Map<string, [number, Item] | undefined>()
  for (const [id, item] of items) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    const description = describe(id, item)
    if (description !== undefined) found.set(description, found.has(description) ? undefined : [id, item])
  }
  const unique = new Map<string, [number, Item]>()
  for (const [description, item] of found) if (item) unique.set(description, item)
  return unique
}

export type NameById = (section: ResourceName, id: number) => string | undefined

/** The values of a record apart from those that identify it, as a text; undefined if they are too few to tell records apart. */
export const describeContent = (
  { entry, identity, targets, defaults }: Resource,
  record: Entry,
  nameById: NameById,
) => {
  const members = Object.keys(entry.properties).filter((member) => member !== 'key' && !identity.includes(member))
  const values = members.map((member) => {
    const value = record[member] ?? defaults[member]
    const target = targets[member]
    if (!target || value === null) return value
    return [value]
      .flat()
      .map((id) => (typeof id === 'number' ? nameById(target, id) : id))
      .sort()
  })
  const present = values.filter((value) => value !== null && !(Array.isArray(value) && value.length === 0))
  return present.length > 1 ? JSON.stringify(values) : undefined
}

/** Adds the last part of a path to a description. */
export const withFileName = (description: string | undefined, path: string): string | undefined =>
  description === undefined ? undefined : `${description} ${path.slice(path.lastIndexOf('/') + 1)}`

/** Whether the path of a track is an id with a scheme, such as `spotify:track:1`, since the track had no file. */
export const isIdPath = (path: string): boolean => /^[a-z][\w+.-]+:[^/\\]*$/i.test(path)

/** The folder in the paths of tracks that have no file, such as those of a record on a shelf. */
export const shelf = 'shelf/'

/** What a track without a file has in common with the file that is found for it later: title, album and artists, in any case. */
export const describeRecording = ({ title, album, artists }: Entry, nameById: NameById): string => {
  const nameOf = (section: ResourceName, id: unknown) => (typeof id === 'number' ? nameById(section, id) : id)
  const names = [artists ?? []].flat().map((id) => nameOf('artists', id))
  return JSON.stringify([title, nameOf('albums', album), names.sort()]).toLowerCase()
}
