import { and, gt, inArray, lte, notLike, type SQL, sql } from 'drizzle-orm'
import { Gone } from '../../base/errors.ts'
import { audit, audit_gap } from '../../library/auditSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { oneRow } from '../../library/engineSql.ts'
import { prepared, withId } from '../../library/prepared.ts'
import { changesOf, followedActions } from './entryChanges.ts'
import type { LibraryChange } from './model.ts'
import { markOf, type Position } from './position.ts'

/** Who reads changes. */
export interface Viewer {
  user_id: number
  isAdmin: boolean
}

/** A change, and the id of its entry. */
export interface LoggedChange extends LibraryChange {
  entry: number
}

export const isVisible = ({ resource }: Pick<LoggedChange, 'resource'>, { isAdmin }: Viewer): boolean =>
  isAdmin || resource !== 'users'

/** How many entries one select looks at, which takes about a millisecond. */
const entriesPerSelect = 1_000

const selectEnds = prepared((on) =>
  on
    .select({
      oldest: sql<number | null>`(select min(${audit.id}) from ${audit})`.mapWith(Number),
      newest: sql<number | null>`(select max(${audit.id}) from ${audit})`.mapWith(Number),
      created_at: sql<string | null>`(select ${audit.created_at} from ${audit} order by ${audit.id} desc limit 1)`,
      gap: sql<number>`(select ${audit_gap.entry_id} from ${audit_gap})`.mapWith(Number),
      gap_at: sql<string>`(select ${audit_gap.created_at} from ${audit_gap})`,
    })
    .from(oneRow)
    .prepare(),
)

/** Where the changes that are kept begin and end. */
const readEnds = async (read: Reader) => {
  const [row] = await selectEnds(read).all({})
  if (!row) throw new Error('A select without a condition has returned no row.')
  const newest = { id: row.newest ?? 0, created_at: row.created_at ?? '' }
  // The gap after an entry. In a trail that was emptied, ids begin at 1 again.
  const gap = row.gap <= newest.id ? row.gap : -1
  const instantOf = ({ id, created_at }: typeof newest) => (id === gap ? row.gap_at : created_at)
  const positionAfter = (entry: typeof newest): Position => {
    const instant = instantOf(entry)
    return { entry: entry.id, part: 0, mark: instant && markOf(instant) }
  }
  const beforeOldest = { id: Math.max((row.oldest ?? 1) - 1, gap), created_at: '' }
  return { beginning: positionAfter(beforeOldest), newest, gap, positionAfter }
}

type Ends = Awaited<ReturnType<typeof readEnds>>

/** The position after all changes. */
export const readEnd = async (read: Reader): Promise<Position> => {
  const { newest, positionAfter } = await readEnds(read)
  return positionAfter(newest)
}

const selectInstant = prepared((on) =>
  on.select({ created_at: audit.created_at }).from(audit).where(withId(audit)).prepare(),
)

/** @throws Gone unless all changes after a position are kept, and are those of this library */
const requireKept = async (read: Reader, { entry, mark }: Position, { beginning, newest, gap }: Ends) => {
  const isKept = async () => {
    if (entry < beginning.entry || entry > newest.id) return false
    // Between the gap and the next entry there is no other cursor than this one.
    if (entry === gap) return mark === beginning.mark
    // An entry that was merged with a later one has another id.
    const row = mark === '' ? undefined : await selectInstant(read).get({ id: entry })
    return !row || markOf(row.created_at) === mark
  }
  if (await isKept()) return
  throw new Gone(
    'The changes after this cursor are not kept any more. Take the next of GET /changes?since=now, then read the lists again, and go on from there.',
  )
}

/** The last of the entries that one select looks at, unless there are fewer. */
const selectLast = prepared((on) =>
  on
    .select({ id: audit.id, created_at: audit.created_at })
    .from(audit)
    .where(gt(audit.id, sql.placeholder('after')))
    .orderBy(audit.id)
    .limit(1)
    .offset(entriesPerSelect - 1)
    .prepare(),
)

const prepareEntries = (condition?: SQL) =>
  prepared((on) =>
    on
      .select({
        id: audit.id,
        created_at: audit.created_at,
        action: audit.action,
        record: audit.record,
        counts: audit.counts,
      })
      .from(audit)
      .where(
        and(
          gt(audit.id, sql.placeholder('after')),
          lte(audit.id, sql.placeholder('last')),
          inArray(audit.action, followedActions),
          condition,
        ),
      )
      .orderBy(audit.id)
      .prepare(),
  )

const selectAll = prepareEntries()
const selectOfCatalogue = prepareEntries(notLike(audit.record, 'users%'))

interface ReadChanges {
  changes: LoggedChange[]
  next: Position
  /** Whether there are entries after `next`. The viewer may see none of them. */
  hasMore: boolean
}

interface ReadOptions {
  /** The maximum number of changes. */
  limit: number
  /** How many entries are looked at; by default as many as one select looks at. */
  maxEntries?: number
  /** By default the changes of all users are read. */
  viewer?: Viewer
}

/**
 * Reads changes in the order of their commits, from one state of the library. It looks at a limited number of entries, so there may be more
 * changes after fewer than `limit`, or even none.
 * @param since - by default the position before the oldest change that is kept
 * @throws Gone
 */
export const readChanges = async (
  read: Reader,
  since: Position | undefined,
  { limit, maxEntries = entriesPerSelect, viewer }: ReadOptions,
): Promise<ReadChanges> => {
  const ends = await readEnds(read)
  if (since) await requireKept(read, since, ends)
  const select = viewer?.isAdmin === false ? selectOfCatalogue : selectAll
  const changes: LoggedChange[] = []

  /** Reads the changes of the entries that one select looks at. @returns the position after those that are taken */
  const readNext = async ({ entry, part }: Position): Promise<Position> => {
    const after = part > 0 ? entry - 1 : entry
    const last = (await selectLast(read).get({ after })) ?? ends.newest
    for (const row of await select(read).all({ after, last: last.id })) {
      const range = changesOf(row)
      if (!range) continue
      let id = range.first + (row.id === entry ? part : 0)
      const { resource, type } = range
      for (; id <= range.last && changes.length < limit; id++) changes.push({ resource, id, type, entry: row.id })
      if (id <= range.last) return { entry: row.id, part: id - range.first, mark: markOf(row.created_at) }
      if (changes.length === limit) return ends.positionAfter(row)
    }
    return ends.positionAfter(last)
  }

  const hasMore = ({ entry, part }: Position) => entry < ends.newest.id || part > 0
  let next = since ?? ends.beginning
  for (let looked = 0; looked < maxEntries && changes.length < limit && hasMore(next); looked += entriesPerSelect) {
    next = await readNext(next)
  }
  return { changes, next, hasMore: hasMore(next) }
}
