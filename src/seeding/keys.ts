import { lengthOf } from '../validation/rules.ts'

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
 * The keys that a section of an exported file has to contain, by the ids of the records. A record needs a key when
 * - it shares its identity with another record,
 * - it is referred to by a name that another record has too, or
 * - its name is the key of another record, or its key is the name of another record.
 *
 * A record that needs a key and has none gets its name with a number. The records are numbered in the order of their
 * descriptions, so that the numbers do not depend on ids. Ids decide only between equal descriptions.
 */
export const requiredKeys = (records: readonly KeyableRecord[]): Map<number, string> => {
  const identityCounts = countOccurrences(records.map(({ identity }) => identity))
  const nameCounts = countOccurrences(records.map(({ name }) => name))
  const idsByKey = new Map(records.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])))
  const needsKey = ({ id, key, name, identity, isReferenced }: KeyableRecord) =>
    (identityCounts.get(identity) ?? 0) > 1 ||
    (isReferenced && (nameCounts.get(name) ?? 0) > 1) ||
    (idsByKey.get(name) ?? id) !== id ||
    (key !== null && isNameOfAnother(nameCounts, key, name))

  const keys = new Map<number, string>()
  const keylessRecords: { id: number; name: string; description: string }[] = []
  for (const record of records) {
    if (!needsKey(record)) continue
    const { id, key, name } = record
    if (key === null) keylessRecords.push({ id, name, description: record.describe() })
    else keys.set(id, key)
  }
  keylessRecords.sort((a, b) =>
    a.description === b.description ? a.id - b.id : a.description < b.description ? -1 : 1,
  )
  const usedTexts = new Set([...idsByKey.keys(), ...nameCounts.keys()])
  for (const { id, name } of keylessRecords) keys.set(id, generateKey(name, usedTexts))
  return keys
}

const countOccurrences = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Whether a record's key is the name of another record. */
const isNameOfAnother = (nameCounts: Map<string, number>, key: string, ownName: string): boolean =>
  (nameCounts.get(key) ?? 0) > (key === ownName ? 1 : 0)

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
