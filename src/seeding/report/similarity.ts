import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'

// How likely renames are found: what has the same description, and what no other one has.

type Items<Item> = ReadonlyMap<number, Item>

type Placed<Item> = [id: number, item: Item]

/** Describes an item for a comparison, perhaps in several ways; undefined if it can't be compared. */
type Describe<Item> = (id: number, item: Item) => string | readonly string[] | undefined

/** The number of items that are described before others may run. */
const itemsPerSlice = 100

/**
 * Pairs items of two maps that share a description, where neither shares one with any other item.
 * @param steps - the descriptions of both; what the first one pairs is not compared by the next one
 */
export const pairUnique = async <A, B>(
  a: Items<A>,
  b: Items<B>,
  steps: readonly { describeA: Describe<A>; describeB: Describe<B> }[],
): Promise<[Placed<A>, Placed<B>][]> => {
  const [restOfA, restOfB] = [new Map(a), new Map(b)]
  const found: [Placed<A>, Placed<B>][] = []
  for (const { describeA, describeB } of steps) {
    const groups = new Map<string, { a: Placed<A>[]; b: Placed<B>[] }>()
    await describeEach(restOfA, describeA, (description, item) =>
      groups.getOrInsertComputed(description, () => ({ a: [], b: [] })).a.push(item),
    )
    if (groups.size === 0) continue
    await describeEach(restOfB, describeB, (description, item) => groups.get(description)?.b.push(item))
    const [matchesOfA, matchesOfB] = [new Map<number, Placed<B> | null>(), new Map<number, Placed<A> | null>()]
    for (const group of groups.values()) {
      addMatch(matchesOfA, group.a, group.b)
      addMatch(matchesOfB, group.b, group.a)
    }
    for (const { a: items } of groups.values())
      for (const item of items) {
        const match = matchesOfA.get(item[0])
        if (!match || matchesOfB.get(match[0])?.[0] !== item[0] || !restOfA.delete(item[0])) continue
        restOfB.delete(match[0])
        found.push([item, match])
      }
  }
  return found
}

const describeEach = async <Item>(
  items: Items<Item>,
  describe: Describe<Item>,
  add: (description: string, item: Placed<Item>) => void,
): Promise<void> => {
  let count = 0
  for (const item of items) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    for (const description of [describe(...item) ?? []].flat()) add(description, item)
  }
}

/** Adds the only one of others that items match, or null where they match several. */
const addMatch = <Item, Other>(
  matches: Map<number, Placed<Other> | null>,
  items: readonly Placed<Item>[],
  [other, ...more]: readonly Placed<Other>[],
): void => {
  if (!other) return
  for (const [id] of items) {
    const isOnly = more.length === 0 && (!matches.has(id) || matches.get(id)?.[0] === other[0])
    matches.set(id, isOnly ? other : null)
  }
}

export type NameById = (section: ResourceName, id: number) => string | undefined

/** The values of a record apart from those that identify it, with names in place of ids, by member. */
const readContent = ({ entry, identity, targets, defaults }: Resource, record: Entry, nameById: NameById) => {
  const members = Object.keys(entry.properties).filter((member) => member !== 'key' && !identity.includes(member))
  return members.map((member): [member: string, value: unknown] => {
    const value = record[member] ?? defaults[member]
    const target = targets[member]
    if (!target || value === null) return [member, value]
    const names = [value].flat().map((id) => (typeof id === 'number' ? nameById(target, id) : id))
    return [member, names.sort()]
  })
}

const countPresent = (content: ReturnType<typeof readContent>) =>
  content.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)).length

/** The values of a record apart from those that identify it, as a text; undefined if they are too few to tell records apart. */
export const describeContent = (section: Resource, record: Entry, nameById: NameById): string | undefined => {
  const content = readContent(section, record, nameById)
  return countPresent(content) > 1 ? JSON.stringify(content.map(([, value]) => value)) : undefined
}

/**
 * The content of a track whose path is made of its values, once without each of those that may have been corrected. Where an album is one track of
 * its title, both are corrected together.
 */
export const describeUncorrected = (section: Resource, record: Entry, nameById: NameById): string[] => {
  if (!String(record.file_path).startsWith(shelf)) return []
  const content = readContent(section, record, nameById)
  const albums = content.find(([member]) => member === 'album')?.[1]
  const isAlbum = Array.isArray(albums) && albums[0] === record.title
  // A text for each value, since most of them are in each description.
  const texts = content.map(([member, value]) => ({ member, text: JSON.stringify(value) }))
  const corrections = [['title'], ['artists'], ['album'], ...(isAlbum ? [['title', 'album']] : [])]
  return corrections.flatMap((corrected) => {
    if (countPresent(content.filter(([member]) => !corrected.includes(member))) === 0) return []
    return texts.map(({ member, text }) => (corrected.includes(member) ? '' : text)).join()
  })
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
