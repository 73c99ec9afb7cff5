import { lengthOf } from '../validation/rules.ts'

/** A record as its key is decided. */
export interface Keyable {
  id: number
  key: string | null
  /** What references call it. */
  name: string
  /** What it is known by without a key. */
  identity: string
  /** Whether anything refers to it. */
  referred: boolean
  /** All that the file says of it, without keys. */
  content(): string
}

/**
 * The keys that a file has to carry, by record: of those that share their identity, of those that something refers to by
 * a name that others have too, and of those where a name is another's key. A record that needs a key and has none gets
 * its name and a number: in the order of what the file says of them, and only where that is the same in that of their ids.
 */
export const neededKeys = (records: readonly Keyable[]): Map<number, string> => {
  const identities = countOccurrences(records.map(({ identity }) => identity))
  const names = countOccurrences(records.map(({ name }) => name))
  const keys = new Map(records.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])))
  const mistakable = ({ id, name }: Keyable) => (keys.get(name) ?? id) !== id

  const needing = records.filter(
    (record) =>
      (identities.get(record.identity) ?? 0) > 1 ||
      (record.referred && (names.get(record.name) ?? 0) > 1) ||
      mistakable(record) ||
      (record.key !== null && isAnothers(names, record.key, record.name)),
  )
  const taken = new Set([...keys.keys(), ...names.keys()])
  const keyless = needing.filter(({ key }) => key === null).map((record) => ({ ...record, content: record.content() }))
  keyless.sort((a, b) => (a.content === b.content ? a.id - b.id : a.content < b.content ? -1 : 1))
  return new Map([
    ...needing.flatMap(({ id, key }): [number, string][] => (key === null ? [] : [[id, key]])),
    ...keyless.map(({ id, name }): [number, string] => [id, generateKey(name, taken)]),
  ])
}

const countOccurrences = (texts: string[]) => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Whether a record's key is also the name of another record. */
const isAnothers = (names: Map<string, number>, key: string, own: string) =>
  (names.get(key) ?? 0) > (key === own ? 1 : 0)

const generateKey = (name: string, taken: Set<string>): string => {
  // A key may be no longer than this, and the number has to fit in.
  const base = lengthOf(name) > 240 ? [...name].slice(0, 240).join('').trim() : name
  for (let number = 1; ; number++) {
    const key = `${base} #${number}`
    if (taken.has(key)) continue
    taken.add(key)
    return key
  }
}
