import { mapValues } from '../../base/objects.ts'
import { type Resource, type ResourceName, resources, type Value } from '../../catalogue/resources.ts'
import { type Entry, nameMembers, toNormalForm } from '../entries.ts'
import { hashOf, narrow, parseHash, takeText, wide, writeCode, writeHash } from './hash.ts'

// What the last seed has noted of a record: of each member, hashes of what the file said at the last seed and of what the library had after it. A text has
// them in the order of the members of an entry:
//
//   .          the file said nothing, and the library had the default
//   hash       the file said what the library had
//   < hash     the file said nothing; the hash is that of the library
//   > hash hash    the file, and the library, which had another value
//
// One of `decisions` may be before all of them.
//
// A hash of a member by which records are found, their key or name, has 52 bits, so that two of a million are never equal. Others have 30:
// they are only compared with those of the same member of the same record.

/** The hashes of a record, by the positions of its members. */
export interface RecordHashes {
  /** What the file said; -1 for nothing. */
  file: number[]
  library: number[]
}

interface HashedMember {
  member: string
  /** The number of characters of its hash. */
  width: number
  defaultHash: number
}

interface Layout {
  members: readonly string[]
  hashed: readonly HashedMember[]
  positions: { key: number; name: number; scope: number }
}

// The order never changes: a new field is the last column of its table.
const layouts = mapValues(resources, ({ columns, relations, identity, defaults }: Resource): Layout => {
  const { id, key, created_at, updated_at, ...fields } = columns
  const members = ['key', ...Object.keys(relations), ...Object.keys(fields)]
  const [name, scope = ''] = identity
  const hashed = members.map((member): HashedMember => {
    const isWide = member === 'key' || member === name
    return { member, width: isWide ? wide : narrow, defaultHash: hashOf(defaults[member] ?? null, isWide) }
  })
  return {
    members,
    hashed,
    positions: { key: members.indexOf('key'), name: members.indexOf(name), scope: members.indexOf(scope) },
  }
})

const [unsaid, onlyLibrary, both] = [...'.<>'].map((form) => form.charCodeAt(0)) as [number, number, number]

const isForm = (code: number) => code === unsaid || code === onlyLibrary || code === both

export const formatHashes = (name: ResourceName, { file, library }: RecordHashes): string => {
  for (const [position, { width, defaultHash }] of layouts[name].hashed.entries()) {
    const [said, had] = [file[position] as number, library[position] as number] // a hash for each member
    if (said < 0 && had === defaultHash) {
      writeCode(unsaid)
      continue
    }
    if (said !== had) writeCode(said < 0 ? onlyLibrary : both)
    if (said >= 0) writeHash(said, width)
    if (said !== had) writeHash(had, width)
  }
  return takeText()
}

/**
 * What was decided about a record: it stays deleted, since people have deleted it; it stays, though the seed would delete it; it is what its entry
 * says that it was before.
 */
export const decisions = { staysDeleted: '~', stays: '!', renamed: '^' } as const

/** Whether what was noted says that a decision was made about its record. @param decision - a certain one */
export const isDecided = (hashes: string, decision?: keyof typeof decisions): boolean =>
  decision ? hashes.startsWith(decisions[decision]) : Object.values(decisions).some((any) => hashes.startsWith(any))

export const parseHashes = (name: ResourceName, text: string): RecordHashes => {
  const hashes: RecordHashes = { file: [], library: [] }
  let at = isDecided(text) ? 1 : 0
  for (const { width, defaultHash } of layouts[name].hashed) {
    // The text may have been written before the last member was there.
    const form = at < text.length ? text.charCodeAt(at) : unsaid
    if (isForm(form)) at++
    let [file, library] = [-1, defaultHash]
    if (form !== unsaid) {
      library = parseHash(text, at, width)
      at += width
      if (form === both) {
        file = library
        library = parseHash(text, at, width)
        at += width
      } else if (form !== onlyLibrary) file = library
    }
    hashes.file.push(file)
    hashes.library.push(library)
  }
  return hashes
}

/** The hashes of a record that has what its entry says, and the defaults for the rest. */
export const formatAgreement = (name: ResourceName, entry: Entry): string => {
  for (const { member, width } of layouts[name].hashed) {
    const value = entry[member]
    if (value === undefined) writeCode(unsaid)
    else writeHash(hashOf(value, width === wide), width)
  }
  return takeText()
}

/** Whether a text is what `formatAgreement` returns. It builds no text, since most records of a seed are unchanged. */
export const isAgreement = (name: ResourceName, entry: Entry, hashes: string): boolean => {
  let at = 0
  for (const { member, width } of layouts[name].hashed) {
    const value = entry[member]
    const form = at < hashes.length ? hashes.charCodeAt(at) : unsaid
    if (value === undefined) {
      if (form !== unsaid) return false
      at++
      continue
    }
    if (isForm(form)) return false
    if (parseHash(hashes, at, width) !== hashOf(value, width === wide)) return false
    at += width
  }
  return true
}

/** Whether the file said the same of a record at the last seed as its entry says. */
export const wasSaid = (name: ResourceName, entry: Entry, text: string): boolean => {
  const { file } = parseHashes(name, text)
  return layouts[name].members.every((member, position) => {
    const value = entry[member]
    return value === undefined || file[position] === hashMember(name, position, value)
  })
}

/** Whether a record has the name that an entry with `formerly` gave it at the last seed. */
export const wasRenamed = (name: ResourceName, record: Entry, text: string): boolean => {
  const position = layouts[name].positions.name
  const value = record[resources[name].identity[0]] as Value // a record has all members
  return isDecided(text, 'renamed') && parseHashes(name, text).file[position] === hashMember(name, position, value)
}

/** The hashes of a record that no seed has had: the file has said nothing. */
export const hashRecord = (name: ResourceName, record: Entry): RecordHashes => {
  const library = layouts[name].hashed.map(({ member, defaultHash }, position) =>
    record[member] === undefined ? defaultHash : hashMember(name, position, record[member]),
  )
  return { file: library.map(() => -1), library }
}

export const membersOf = (name: ResourceName): readonly string[] => layouts[name].members

/** The hash of a value of the member at a position. */
export const hashMember = (name: ResourceName, position: number, value: Value): number => {
  const { member, width } = layouts[name].hashed[position] as HashedMember // the position is that of a member
  const isName = typeof value === 'string' && nameMembers.includes(member)
  return hashOf(isName ? toNormalForm(value) : value, width === wide)
}

/**
 * Values that the hashes of a record share with an entry if the file knew its record by the same key, or by the same identity.
 * @param hashAt - the hash of what the file says of a member; -1 for nothing
 */
const identitiesBy = (name: ResourceName, hashAt: (position: number) => number): (number | string)[] => {
  const { positions, hashed } = layouts[name]
  const [key, nameHash] = [hashAt(positions.key), hashAt(positions.name)]
  const scope = positions.scope < 0 ? undefined : hashAt(positions.scope)
  const identity =
    scope === undefined ? nameHash : `${nameHash} ${scope < 0 ? hashed[positions.scope]?.defaultHash : scope}`
  return key < 0 ? [identity] : [`key ${key}`, identity]
}

/** What the file knew a record by: its key, if it had one, and its identity. */
export const identitiesAtLastSeed = (name: ResourceName, hashes: string): (number | string)[] => {
  const { file } = parseHashes(name, hashes)
  return identitiesBy(name, (position) => file[position] as number) // a hash for each member
}

/** What the file knows an entry by: its key or, without one, its identity. */
export const identityOfEntry = (name: ResourceName, entry: Entry): number | string => {
  const [identity] = identitiesBy(name, (position) => {
    const value = entry[layouts[name].members[position] as string]
    return value === undefined ? -1 : hashMember(name, position, value)
  })
  return identity as number | string // there is at least one
}
