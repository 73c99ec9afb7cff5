import { type ResourceName, resourceNames } from '../../../src/catalogue/resources.ts'

// Two libraries in which the same was done may have other ids and instants. A record, an entry of the audit trail and a like have the
// number of their creation in place of their id, and an instant that of the turn in which it was seen first.

export type NamedKind = ResourceName | 'audit' | 'likes'

/** Ids from here on are never given to a record. */
export const firstMissingId = 900_000

/** The members whose numbers are ids, also those below them. */
const references: Record<string, NamedKind> = {
  label_id: 'labels',
  album_id: 'albums',
  track_id: 'tracks',
  artist_id: 'artists',
  genre_id: 'genres',
  artist_ids: 'artists',
  genre_ids: 'genres',
  part_of: 'audit',
  entry: 'audit',
}

/** The members that have records of another resource. */
const nested: Record<string, NamedKind> = { label: 'labels', album: 'albums', artists: 'artists', genres: 'genres' }

const kinds: Record<string, NamedKind> = {
  ...{ label: 'labels', genre: 'genres', artist: 'artists', album: 'albums', track: 'tracks', entry: 'audit' },
  ...Object.fromEntries([...resourceNames, 'audit' as const].map((name) => [name, name])),
}

/** An id in a text, as in `tracks/3`, `Track 3` and `entry 3`. */
const idInText = /\b(labels|genres|artists|albums|tracks|audit|label|genre|artist|album|track|entry)([/ ])(\d+)\b/gi

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g

type Rename = (kind: NamedKind, id: number) => number | string

interface Place {
  /** What has the id of the member `id`. */
  kind?: NamedKind | undefined
  /** What the numbers are ids of. */
  numbers?: NamedKind | undefined
}

/** Renames all ids in a value, and all texts. */
const walk = (value: unknown, rename: Rename, renameText: (text: string) => string, place: Place): unknown => {
  const inner = (member: unknown, { kind, numbers }: Place) => walk(member, rename, renameText, { kind, numbers })
  if (typeof value === 'number') return place.numbers ? rename(place.numbers, value) : value
  if (typeof value === 'string')
    return renameText(value).replace(idInText, (text, word: string, space: string, id: string) => {
      const kind = kinds[word.toLowerCase()]
      return kind ? `${word}${space}${rename(kind, Number(id))}` : text
    })
  if (Array.isArray(value)) return value.map((item) => inner(item, place))
  if (typeof value !== 'object' || value === null) return value
  // Some say what they are, as those of a seed's report and of changes do.
  const { section, resource = section } = value as { section?: string; resource?: string }
  const kind = kinds[resource ?? ''] ?? place.kind
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'id' && kind) return [name, inner(member, { numbers: kind })]
      if (references[name]) return [name, inner(member, { numbers: references[name] })]
      if (nested[name] && typeof member === 'object') return [name, inner(member, { kind: nested[name] })]
      return [name, inner(member, place)]
    }),
  )
}

/** The names of what one library has. */
export class Names {
  readonly #nameOf = new Map<string, number>()
  readonly #idOf = new Map<string, number>()
  readonly #counts = new Map<NamedKind, number>()
  readonly #instants = new Map<string, string>()

  /** Returns a value with names in place of ids and instants. @param kind - what the members `id` are ids of */
  toNames(value: unknown, kind?: NamedKind): unknown {
    const rename = (of: NamedKind, id: number) =>
      id >= firstMissingId ? id : (this.#nameOf.get(`${of}/${id}`) ?? 'a new one')
    return walk(value, rename, (text) => text.replace(instant, (at) => this.#instants.get(at) ?? 'now'), { kind })
  }

  /** Returns a request with the ids of this library. @param kind - what `ids` and `from` are ids of */
  toIds<Value>(value: Value, kind?: NamedKind): Value {
    const rename = (of: NamedKind, name: number) => this.idOf(of, name)
    const ids = walk(value, rename, (text) => text, {}) as Value // the same, with other numbers
    if (kind === undefined || typeof ids !== 'object' || ids === null) return ids
    const lists = Object.entries(ids).filter(([name, list]) => ['ids', 'from'].includes(name) && Array.isArray(list))
    return {
      ...ids,
      ...Object.fromEntries(lists.map(([name, list]) => [name, walk(list, rename, String, { numbers: kind })])),
    }
  }

  idOf(kind: NamedKind, name: number): number {
    return this.#idOf.get(`${kind}/${name}`) ?? name
  }

  nameOf(kind: NamedKind, id: number): number {
    return this.#nameOf.get(`${kind}/${id}`) ?? firstMissingId
  }

  /** Names the instants that are seen for the first time. */
  learnInstants(value: unknown, name: string): void {
    for (const [at] of JSON.stringify(value).matchAll(instant))
      if (!this.#instants.has(at)) this.#instants.set(at, name)
  }

  /** Names rows that are new, in the order of what they contain; equal ones in that of their ids. */
  learnRows(kind: NamedKind, rows: readonly { id: number }[]): void {
    const added = rows
      .filter(({ id }) => !this.#nameOf.has(`${kind}/${id}`))
      .map(({ id, ...row }) => ({ id, text: JSON.stringify(this.toNames(row)) }))
      .sort((a, b) => (a.text === b.text ? a.id - b.id : a.text < b.text ? -1 : 1))
    for (const { id } of added) this.learn(kind, id)
  }

  learn(kind: NamedKind, id: number): void {
    const name = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, name)
    this.#nameOf.set(`${kind}/${id}`, name)
    this.#idOf.set(`${kind}/${name}`, id)
  }
}
