import { lengthOf } from '../../validation/rules.ts'

/** The facts that decide whether a record needs a key in an exported file. */
interface KeyableRecord {
  id: number
  /** The record's key in the library. */
  key: string | null
  /** The name that references use. */
  name: string
  /** Equal for records that can't be told apart without keys. */
  identity: string
  /** Whether another record refers to it. */
  isReferenced: boolean
  /** Returns the text of the record's entry without any keys. */
  describe(): string
}

/**
 * The keys that a section of an exported file contains, by the ids of the records: all keys of the library, and one for each
 * record without a key that needs one. A record needs a key when
 * - it shares its identity with another record,
 * - it is referred to by a name that another record has too, or
 * - its name is the key of another record.
 *
 * Such a record gets its name with a number. The records are numbered in the order of their descriptions, so that the numbers
 * do not depend on ids. Ids decide only between equal descriptions.
 */
export const createKeys = (records: readonly KeyableRecord[]): Map<number, string> => {
  const identityCounts = countOccurrences(records.map(({ identity }) => identity))
  const nameCounts = countOccurrences(records.map(({ name }) => name))
  const keys = new Map(records.flatMap(({ id, key }) => (key === null ? [] : [[id, key]])))
  const usedTexts = new Set([...keys.values(), ...nameCounts.keys()])
  const libraryKeys = new Set(keys.values())
  const needsKey = ({ key, name, identity, isReferenced }: KeyableRecord) =>
    key === null &&
    ((identityCounts.get(identity) ?? 0) > 1 ||
      (isReferenced && (nameCounts.get(name) ?? 0) > 1) ||
      libraryKeys.has(name))

  const keylessRecords = records
    .filter(needsKey)
    .map((record) => ({ id: record.id, name: record.name, description: record.describe() }))
  keylessRecords.sort((a, b) =>
    a.description === b.description ? a.id - b.id : a.description < b.description ? -1 : 1,
  )
  for (const { id, name } of keylessRecords) keys.set(id, generateKey(name, usedTexts))
  return keys
}

/**
 * The texts with which references name the records of a section, by their ids: the name where it finds the record in the
 * file, or else the key. A reference is first looked up among the keys of the file, and then among the names.
 */
export const createReferences = (
  records: readonly { id: number; name: string }[],
  keys: ReadonlyMap<number, string>,
): Map<number, string> => {
  const nameCounts = countOccurrences(records.map(({ name }) => name))
  const idsByKey = new Map([...keys].map(([id, key]) => [key, id]))
  return new Map(
    records.map(({ id, name }) => {
      const idWithKey = idsByKey.get(name)
      const isFound = idWithKey === undefined ? nameCounts.get(name) === 1 : idWithKey === id
      return [id, isFound ? name : (keys.get(id) ?? name)]
    }),
  )
}

const countOccurrences = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** The maximum length of the name in a generated key, in Unicode code points. It leaves 15 of 255 for the number. */
const maxBaseLength = 240

/** Returns a key that is not in `usedTexts`, and adds it. */
const generateKey = (name: string, usedTexts: Set<string>): string => {
  const base = lengthOf(name) > maxBaseLength ? [...name].slice(0, maxBaseLength).join('').trim() : name
  for (let number = 1; ; number++) {
    const key = `${base} #${number}`
    if (usedTexts.has(key)) continue
    usedTexts.add(key)
    return key
  }
}
