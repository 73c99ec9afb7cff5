import { mapValues } from '../../base/objects.ts'
import { type Resource, type ResourceName, resources, type Value } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'

// The base of a record: of each member, hashes of what the file said at the last seed and of what the library had after it. A text has
// them in the order of the members of an entry:
//
//   .          the file said nothing, and the library had the default
//   hash       the file said what the library had
//   < hash     the file said nothing; the hash is that of the library
//   > hash hash    the file, and the library, which had another value
//
// A hash of a member by which records are found, their key or name, has 52 bits, so that two of a million are never equal. Others have 30:
// they are only compared with those of the same member of the same record.

/** The hashes of a record, by the positions of its members. */
export interface Base {
  /** What the file said; -1 for nothing. */
  file: number[]
  library: number[]
}

interface Layout {
  members: readonly string[]
  /** The number of characters of each hash. */
  widths: readonly number[]
  defaultHashes: readonly number[]
  positions: { key: number; name: number; scope: number }
}

const [wide, narrow] = [9, 5]

const bits30 = 2 ** 30

/** The hash of a value: with 52 bits, or with the lower 30 of them. Ids stand for references. */
const hashOf = (value: Value, isWide: boolean): number => {
  let [low, high] = [0x2c1b3c6d, 0x297a2d39]
  const add = (part: number) => {
    low = Math.imul(low ^ part, 0x9e3779b1)
    high = Math.imul(high ^ part, 0x5f356495)
  }
  if (typeof value === 'string') for (let at = 0; at < value.length; at++) add(value.charCodeAt(at))
  else if (value === null) add(0x10001)
  else {
    add(Array.isArray(value) ? 0x10002 : 0x10003)
    for (const number of Array.isArray(value) ? value : [value]) {
      add(number | 0)
      add(Math.floor(number / 2 ** 32))
    }
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  const hash = (high >>> 12) * 2 ** 32 + (low >>> 0)
  return isWide ? hash : hash % bits30
}

// The order never changes: a new field is the last column of its table.
const layouts = mapValues(resources, ({ columns, relations, identity, defaults }: Resource): Layout => {
  const { id, key, created_at, updated_at, ...fields } = columns
  const members = ['key', ...Object.keys(relations), ...Object.keys(fields)]
  const [name, scope = ''] = identity
  const isWide = (member: string) => member === 'key' || member === name
  const defaultOf = (member: string) => defaults[member] ?? null
  return {
    members,
    widths: members.map((member) => (isWide(member) ? wide : narrow)),
    defaultHashes: members.map((member) => hashOf(defaultOf(member), isWide(member))),
    positions: { key: members.indexOf('key'), name: members.indexOf(name), scope: members.indexOf(scope) },
  }
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digits = new Uint8Array(128)
for (let digit = 0; digit < 64; digit++) digits[alphabet.charCodeAt(digit)] = digit

const formatHash = (hash: number, width: number): string => {
  let [text, rest] = ['', hash]
  for (let place = 0; place < width; place++) {
    text += alphabet[rest % 64]
    rest = Math.floor(rest / 64)
  }
  return text
}

const parseHash = (text: string, start: number, width: number): number => {
  let hash = 0
  for (let at = start + width - 1; at >= start; at--) hash = hash * 64 + (digits[text.charCodeAt(at)] ?? 0)
  return hash
}

const [unsaid, onlyLibrary, both] = ['.', '<', '>']

export const formatBase = (name: ResourceName, { file, library }: Base): string => {
  const { widths, defaultHashes } = layouts[name]
  let text = ''
  for (const [position, width] of widths.entries()) {
    const [said, had] = [file[position] as number, library[position] as number] // a hash for each member
    if (said === had) text += formatHash(had, width)
    else if (said >= 0) text += both + formatHash(said, width) + formatHash(had, width)
    else text += had === defaultHashes[position] ? unsaid : onlyLibrary + formatHash(had, width)
  }
  return text
}

export const parseBase = (name: ResourceName, text: string): Base => {
  const { widths, defaultHashes } = layouts[name]
  const base: Base = { file: [], library: [] }
  let at = 0
  for (const [position, width] of widths.entries()) {
    // The base may have been written before the last member was there.
    const form = text[at] ?? unsaid
    if (form === unsaid || form === onlyLibrary || form === both) at++
    let [file, library] = [-1, defaultHashes[position] as number]
    if (form !== unsaid) {
      library = parseHash(text, at, width)
      at += width
      if (form === both) {
        file = library
        library = parseHash(text, at, width)
        at += width
      } else if (form !== onlyLibrary) file = library
    }
    base.file.push(file)
    base.library.push(library)
  }
  return base
}

/** The base of a record that no seed has had: the file has said nothing. */
export const createBase = (name: ResourceName, record: Entry): Base => {
  const { members, defaultHashes } = layouts[name]
  const library = members.map((member, position) =>
    record[member] === undefined ? (defaultHashes[position] as number) : hashMember(name, position, record[member]),
  )
  return { file: library.map(() => -1), library }
}

export const membersOf = (name: ResourceName): readonly string[] => layouts[name].members

/** The hash of a value of the member at a position. */
export const hashMember = (name: ResourceName, position: number, value: Value): number =>
  hashOf(value, layouts[name].widths[position] === wide)

/**
 * A value that two records share exactly when the file knows them by the same key or, without one, by the same identity.
 * @param hashes - those of the file
 */
const identityOfHashes = (name: ResourceName, hashes: readonly number[]): number | string => {
  const { positions, defaultHashes } = layouts[name]
  const hashAt = (position: number) => {
    const hash = hashes[position] as number // a hash for each member
    return hash < 0 ? (defaultHashes[position] as number) : hash
  }
  if ((hashes[positions.key] as number) >= 0) return `key ${hashAt(positions.key)}`
  return positions.scope < 0 ? hashAt(positions.name) : `${hashAt(positions.name)} ${hashAt(positions.scope)}`
}

/** What the file knew a record by at the last seed. */
export const identityOfBase = (name: ResourceName, base: string): number | string =>
  identityOfHashes(name, parseBase(name, base).file)

/** What the file knows an entry by. */
export const identityOfEntry = (name: ResourceName, entry: Entry): number | string =>
  identityOfHashes(
    name,
    layouts[name].members.map((member, position) =>
      entry[member] === undefined ? -1 : hashMember(name, position, entry[member]),
    ),
  )
