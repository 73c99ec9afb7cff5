import type { Database } from '../database/open.ts'
import { type Answer, answer } from '../http/answer.ts'
import type { Ids } from './affected.ts'
import { listContent } from './listContent.ts'
import { type Assembled, assemble, type Page, type Piece, spoil } from './pieces.ts'
import type { Shelf } from './shelf.ts'

/** A remembered answer. One that is a whole list stays, though stale, to be made again from what is still good of it. */
export interface Remembered extends Answer {
  list?: Assembled
  stale?: boolean
}

/** A list that is being made. */
interface Making {
  made: Promise<Answer>
  /** What was changed since it was begun. */
  missed: number[]
  /** Whether it was to be forgotten since. */
  forgotten: boolean
}

/** Remembers whole lists under their keys. */
export const listsOn = (shelf: Shelf<Remembered>, database: Database, refresh: () => void, wholeMost: number) => {
  const making = new Map<string, Making>()

  const make = (key: string, page: Page): Promise<Answer> => {
    const mine: Omit<Making, 'made'> = { missed: [], forgotten: false }
    const work = database.snapshot(async (read) => {
      // Nothing comes between the moment of the snapshot and this look at what is remembered.
      refresh()
      const old = shelf.get(key)?.list
      const list = await assemble(read, page, wholeMost, old)
      const made: Remembered = { ...answerOf(list), list }
      if (!mine.forgotten) {
        spoil(list.pieces, mine.missed)
        made.stale = mine.missed.length > 0
        shelf.put(key, made)
      }
      return made
    })
    const made = work.finally(() => making.delete(key))
    making.set(key, Object.assign(mine, { made }))
    return made
  }

  return {
    /** A list as it is now. Who asks while it is being made waits for that, if nothing has changed since. */
    async answer(key: string, page: Page): Promise<Answer> {
      for (;;) {
        refresh()
        const kept = shelf.get(key)
        if (kept && !kept.stale) return kept
        const begun = making.get(key)
        if (!begun) return make(key, page)
        if (begun.missed.length === 0 && !begun.forgotten) return begun.made
        await begun.made.catch(() => {})
      }
    },
    spoil(key: string, ids: Ids) {
      if (ids !== 'all' && ids.size === 0) return
      const begun = making.get(key)
      const kept = shelf.get(key)
      if (ids === 'all') {
        shelf.forget(key)
        if (begun) begun.forgotten = true
        return
      }
      begun?.missed.push(...ids)
      if (!kept?.list) return
      spoil(kept.list.pieces, ids)
      kept.stale = true
    },
    clear() {
      for (const begun of making.values()) begun.forgotten = true
    },
  }
}

const answerOf = (list: Assembled): Answer => answer(listContent(list), hashOf(list.pieces))

const hashOf = (pieces: Piece[]) => Bun.hash.xxHash64(BigUint64Array.from(pieces, ({ hash }) => hash))
