import type { Change } from '../database/changeCapture.ts'
import { type Answer, answer } from '../http/cachedResponse.ts'
import type { Database } from '../library/open.ts'
import { type Assembled, assemble, type Listing, type Piece, spoil } from './chunks.ts'
import { type Key, keyOf } from './dependencies.ts'
import { listContent } from './listBody.ts'
import { type Noun, nouns } from './nouns.ts'

/** A whole list. It stays, though no longer good, to be made again from what is still good of it. */
export interface ListAnswer extends Answer {
  list: Assembled
  /** Whether something that may show in it was changed since. */
  stale: boolean
  /** What of that nests in its records; records of its own are marked in its pieces. */
  nested: Set<Key>
}

/** Changes that may show in a list. */
interface Missed {
  /** Its own records. */
  ids: number[]
  /** What nests in them. */
  nested: Set<Key>
}

/** Where they are kept, beside other answers. */
interface Place {
  get(name: string): Answer | undefined
  put(name: string, value: ListAnswer): void
  forget(name: string): void
}

/** A list that is being made. */
interface Making {
  made: Promise<Answer>
  missed: Missed
  /** Whether it was to be forgotten since. */
  forgotten: boolean
}

/** What nests in each kind of record. */
const nesting: Record<Noun, Noun[]> = {
  labels: [],
  genres: [],
  artists: ['labels'],
  albums: ['labels'],
  tracks: ['albums', 'artists', 'genres'],
}

/** Past so many changes of what nests in its records a list is made anew as a whole. */
const many = 1_000

const nothingMissed = (): Missed => ({ ids: [], nested: new Set() })

const isNothing = ({ ids, nested }: Missed) => ids.length === 0 && nested.size === 0

/** Remembers whole lists under their paths. */
export const listsOn = (shelf: Place, database: Database, refresh: () => void, wholeMost: number) => {
  const making = new Map<Noun, Making>()
  const kept = (noun: Noun) => shelf.get(pathOf(noun)) as ListAnswer | undefined // nothing else has such a path

  const make = (noun: Noun, listing: Listing): Promise<Answer> => {
    const mine = { missed: nothingMissed(), forgotten: false }
    const work = database.snapshot(async (read) => {
      // Nothing comes between the moment of the snapshot and this look at what is remembered.
      refresh()
      const old = kept(noun)
      const list = await assemble(read, listing, wholeMost, old?.list, old?.nested)
      spoil(list.pieces, mine.missed.ids)
      const since = { stale: !isNothing(mine.missed), nested: mine.missed.nested }
      if (old && list === old.list) return Object.assign(old, since)
      const made: ListAnswer = { ...answerOf(list), list, ...since }
      if (!mine.forgotten) shelf.put(pathOf(noun), made)
      return made
    })
    const made = work.finally(() => making.delete(noun))
    making.set(noun, Object.assign(mine, { made }))
    return made
  }

  const note = (noun: Noun, { ids, nested }: Missed) => {
    const [old, begun] = [kept(noun), making.get(noun)]
    if (begun) {
      begun.missed.ids.push(...ids)
      add(begun.missed.nested, nested)
      if (begun.missed.nested.size > many) begun.forgotten = true
    }
    if (!old) return
    old.stale = true
    spoil(old.list.pieces, ids)
    add(old.nested, nested)
    if (old.nested.size > many) shelf.forget(pathOf(noun))
  }

  return {
    /** A list as it is now. Who asks while it is being made waits for that, if nothing has changed since. */
    async answer(noun: Noun, listing: Listing): Promise<Answer> {
      for (;;) {
        refresh()
        const old = kept(noun)
        if (old && !old.stale) return old
        const begun = making.get(noun)
        if (!begun) return make(noun, listing)
        if (isNothing(begun.missed) && !begun.forgotten) return begun.made
        await begun.made.catch(() => {})
      }
    },
    note(changes: Change[]) {
      for (const noun of nouns) {
        const missed = missedOf(noun, changes)
        if (!isNothing(missed)) note(noun, missed)
      }
    },
    clear() {
      for (const begun of making.values()) begun.forgotten = true
    },
  }
}

const pathOf = (noun: Noun) => `/api/${noun}`

const add = (keys: Set<Key>, more: Set<Key>) => {
  for (const key of more) keys.add(key)
}

const missedOf = (noun: Noun, changes: Change[]): Missed => {
  const missed = nothingMissed()
  for (const { kind, id } of changes) {
    const nested = nesting[noun].find((each) => each === kind)
    if (nested) missed.nested.add(keyOf(nested, Number(id)))
    else if (kind === noun || kind === `new_${noun}`) missed.ids.push(Number(id))
  }
  return missed
}

const answerOf = (list: Assembled): Answer => answer(listContent(list), hashOf(list.pieces))

const hashOf = (pieces: Piece[]) => Bun.hash.xxHash64(new BigUint64Array(pieces.map(({ hash }) => hash)))
