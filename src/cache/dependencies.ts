import { type Noun, nouns } from './nouns.ts'

// An answer shows records, some of them nested in others. Each has a key, so that what a write changes can be compared
// with what an answer shows.

/** What can show in an answer: a record, which tracks belong to an artist or album, or what a user likes. */
const kinds = [...nouns, 'tracks_of_artists', 'tracks_of_albums', 'likes'] as const
type ShownKind = (typeof kinds)[number]

/** One number for a kind and an id. Ids that are too large to be exact share keys, which does no harm. */
export type Key = number

/** Whether answers show what changes of a kind are about. */
export const isShown = (kind: string): kind is ShownKind => kinds.some((each) => each === kind)

export const keyOf = (kind: ShownKind, id: number): Key => id * kinds.length + kinds.indexOf(kind)

/** The members of records that nest others. */
const nesting: [member: string, noun: Noun][] = [
  ['label', 'labels'],
  ['album', 'albums'],
  ['artists', 'artists'],
  ['genres', 'genres'],
  ['tracks', 'tracks'],
]

interface Shown {
  id: number
  [member: string]: unknown
}

/** What nests in a record, at any depth. */
const collect = (record: Shown, keys: Set<Key>) => {
  for (const [member, noun] of nesting) {
    const nested = record[member] as Shown | Shown[] | null | undefined // nothing else has these names
    for (const each of Array.isArray(nested) ? nested : nested ? [nested] : []) {
      keys.add(keyOf(noun, each.id))
      collect(each, keys)
    }
  }
}

/** What an answer about one record shows. */
export const shownBy = (noun: Noun, record: object): Key[] => {
  const shown = record as Shown // every record has an id
  const keys = new Set([keyOf(noun, shown.id)])
  if (noun === 'artists') keys.add(keyOf('tracks_of_artists', shown.id))
  if (noun === 'albums') keys.add(keyOf('tracks_of_albums', shown.id))
  collect(shown, keys)
  return [...keys]
}

/** What a user's list of likes shows. */
export const shownByLikes = (user_id: number, tracks: object[]): Key[] => [
  keyOf('likes', user_id),
  ...new Set(tracks.flatMap((track) => shownBy('tracks', track))),
]

/** What nests in the records of a list. */
export const nestedIn = (records: object[]): Key[] => {
  const keys = new Set<Key>()
  for (const record of records) collect(record as Shown, keys)
  return [...keys]
}
