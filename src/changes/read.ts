import { and, desc, eq, gt, gte } from 'drizzle-orm'
import { audit } from '../database/auditSchema.ts'
import type { Reader } from '../database/connection.ts'
import { like_changes } from '../database/likeSchema.ts'
import { Gone } from '../errors.ts'
import { changesOf } from './entries.ts'
import type { LibraryChange } from './model.ts'
import { markOf, type Position } from './position.ts'

/** Who reads changes. */
export interface Viewer {
  user_id: number
  isAdmin: boolean
}

/** A change, and where it is logged. A change of a like has its user. */
export interface LoggedChange extends LibraryChange {
  entry?: number
  like?: number
  user_id?: number
}

export const isVisible = ({ resource, user_id }: LoggedChange, viewer: Viewer): boolean =>
  resource === 'users' ? viewer.isAdmin : user_id === undefined || user_id === viewer.user_id

/** How many entries one select reads, which takes about a millisecond. */
const entriesPerSelect = 1_000

/** The ids of the oldest and the newest row of both logs. */
const readEnds = async (read: Reader) => {
  const ends = async (table: typeof audit | typeof like_changes) => {
    const [oldest] = await read.select({ id: table.id }).from(table).orderBy(table.id).limit(1)
    const [newest] = await read
      .select({ id: table.id, created_at: table.created_at })
      .from(table)
      .orderBy(desc(table.id))
      .limit(1)
    return { beforeOldest: (oldest?.id ?? 1) - 1, newest: newest?.id ?? 0, created_at: newest?.created_at }
  }
  const [entries, likes] = await Promise.all([ends(audit), ends(like_changes)])
  return { entries, likes }
}

type Ends = Awaited<ReturnType<typeof readEnds>>

const endOf = ({ entries, likes }: Ends): Position => ({
  entry: entries.newest,
  part: 0,
  like: likes.newest,
  mark: entries.created_at === undefined ? '' : markOf({ created_at: entries.created_at }),
})

/** The position after all changes. */
export const readEnd = async (read: Reader): Promise<Position> => endOf(await readEnds(read))

const goneMessage =
  'The changes after this cursor are not kept any more. Take the next of GET /changes?since=now, then read the lists again, and go on from there.'

/** @throws Gone unless all changes after a position are kept, and are those of this library */
const requireKept = async (read: Reader, { entry, like, mark }: Position, { entries, likes }: Ends) => {
  const isWithin = (id: number, { beforeOldest, newest }: Ends['likes']) => id >= beforeOldest && id <= newest
  if (!isWithin(entry, entries) || !isWithin(like, likes)) throw new Gone(goneMessage)
  if (mark === '') return
  // An entry that was merged with a later one has another id.
  const [row] = await read.select({ created_at: audit.created_at }).from(audit).where(eq(audit.id, entry))
  if (row && markOf(row) !== mark) throw new Gone(goneMessage)
}

export interface ReadChanges {
  changes: LoggedChange[]
  next: Position
  /** Whether there are no more changes now. */
  isEnd: boolean
}

/**
 * Reads changes in the order of their commits, from one state of the library. It reads a limited number of entries, so there may be more
 * changes after fewer than `limit`, or even none.
 * @param since - by default the position before the oldest change that is kept
 * @param viewer - by default the changes of all users are read
 * @throws Gone
 */
export const readChanges = async (
  read: Reader,
  since: Position | undefined,
  limit: number,
  viewer?: Viewer,
): Promise<ReadChanges> => {
  const ends = await readEnds(read)
  if (since) await requireKept(read, since, ends)
  const from = since ?? { entry: ends.entries.beforeOldest, part: 0, like: ends.likes.beforeOldest, mark: '' }
  if (from.entry === ends.entries.newest && from.part === 0 && from.like === ends.likes.newest)
    return { changes: [], next: from, isEnd: true }
  const likes = await readLikes(read, from.like, limit, viewer)
  const rows = await readEntries(read, from)
  const next = { ...from }
  const changes: LoggedChange[] = []
  const isFull = () => changes.length === limit

  /** Takes what happened to likes before an entry was added. */
  const takeLikes = (before: number) => {
    for (;;) {
      const [row] = likes
      if (!row || row.audit_id >= before || isFull()) return
      likes.shift()
      next.like = row.id
      const type = row.liked ? 'created' : 'deleted'
      changes.push({ resource: 'likes', id: row.track_id, type, like: row.id, user_id: row.user_id })
    }
  }

  for (const row of rows) {
    takeLikes(row.id)
    if (isFull()) return { changes, next, isEnd: false }
    const range = changesOf(row)
    if (range && (!viewer || isVisible({ ...range, id: 0 }, viewer))) {
      const { resource, type, last } = range
      let id = range.first + (row.id === from.entry ? from.part : 0)
      for (; id <= last && !isFull(); id++) changes.push({ resource, id, type, entry: row.id })
      if (id <= last) {
        Object.assign(next, { entry: row.id, part: id - range.first, mark: markOf(row) })
        return { changes, next, isEnd: false }
      }
    }
    Object.assign(next, { entry: row.id, part: 0, mark: markOf(row) })
  }
  if (rows.length === entriesPerSelect) return { changes, next, isEnd: false }
  takeLikes(Number.POSITIVE_INFINITY)
  return isFull() ? { changes, next, isEnd: false } : { changes, next: endOf(ends), isEnd: true }
}

const readEntries = (read: Reader, { entry, part }: Position) =>
  read
    .select({
      id: audit.id,
      created_at: audit.created_at,
      action: audit.action,
      record: audit.record,
      counts: audit.counts,
    })
    .from(audit)
    .where(part > 0 ? gte(audit.id, entry) : gt(audit.id, entry))
    .orderBy(audit.id)
    .limit(entriesPerSelect)

const readLikes = (read: Reader, after: number, limit: number, viewer: Viewer | undefined) =>
  read
    .select()
    .from(like_changes)
    .where(and(gt(like_changes.id, after), viewer && eq(like_changes.user_id, viewer.user_id)))
    .orderBy(like_changes.id)
    .limit(limit)
