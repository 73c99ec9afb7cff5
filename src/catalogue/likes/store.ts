import { and, desc, eq, getTableName, sql } from 'drizzle-orm'
import { slices } from '../../base/objects.ts'
import { tracks } from '../../library/catalogueSchema.ts'
import type { TrackedTable } from '../../library/changes.ts'
import type { Reader, Transaction, Writer } from '../../library/connection.ts'
import { arrayRows, idRows, itemAt } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { type IdRange, inIdRange, integerParameter, rangeLimit } from '../../library/listRange.ts'
import { conflictTarget, prepared } from '../../library/prepared.ts'
import { listedColumns } from '../columns.ts'
import { resources } from '../resources.ts'
import { requireRecord, type StoredRecord } from '../store.ts'

const selectLiked = prepared((on) =>
  on
    .select({ like_id: likes.id, track: listedColumns(resources.tracks) })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.track_id))
    .where(and(eq(likes.user_id, integerParameter('user_id')), inIdRange(likes.id)))
    .orderBy(desc(likes.id))
    .limit(rangeLimit)
    .prepare(),
)

/**
 * Lists tracks that a user likes, the latest like first.
 * @param range - of positions in the list. The position of a track is the id of its like, negated
 */
export const listLikes = async (
  read: Reader,
  user_id: number,
  { from, to, limit }: IdRange,
): Promise<{ position: number; track: StoredRecord }[]> => {
  const likes = await selectLiked(read).all({ user_id, from: -to, to: -from, limit })
  return likes.map(({ like_id, track }) => ({ position: -like_id, track }))
}

// Inserts nothing where the track is missing. Without "where" SQLite parses "on conflict" as the condition of a join.
const insert = prepared((on: Writer) =>
  on
    .insert(likes)
    .select(
      sql`select null, ${sql.placeholder('user_id')}, ${tracks.id}, ${sql.placeholder('now')} from ${tracks}
        where ${tracks.id} = ${sql.placeholder('track_id')}`,
    )
    .onConflictDoNothing()
    .returning({ id: likes.id })
    .prepare(),
)

/** Likes a track: one row, and no entry in the audit trail. If it is liked already, its place in the list stays. @throws NotFound */
export const like = async ({ db, now }: Transaction, user_id: number, track_id: number): Promise<void> => {
  if (await insert(db).get({ user_id, track_id, now })) return
  // Nothing was inserted: the track is liked already, or missing.
  await requireRecord(db, 'tracks', track_id)
}

const isNew = sql`value not in (select ${likes.track_id} from ${likes} where ${likes.user_id} = ${sql.placeholder('user_id')})`

const selectNew = prepared((on) =>
  on.select({ count: sql<number>`count(*)` }).from(idRows('track_ids')).where(isNew).prepare(),
)

/** Counts the tracks that a user does not like. @param track_ids - each once */
export const countNewLikes = async (read: Reader, user_id: number, track_ids: readonly number[]): Promise<number> => {
  if (track_ids.length === 0) return 0
  return (await selectNew(read).get({ user_id, track_ids: JSON.stringify(track_ids) }))?.count ?? 0
}

// Leaves out what is liked already: "on conflict" would write to the file even if nothing is inserted.
const insertNew = prepared((on: Writer) =>
  on
    .insert(likes)
    .select(
      sql`select null, ${sql.placeholder('user_id')}, value, ${sql.placeholder('now')} from ${idRows('track_ids')} where ${isNew}`,
    )
    .prepare(),
)

/**
 * Likes tracks in their order. A track that is liked already keeps its place in the list.
 * @param track_ids - of tracks that exist, each once
 */
export const likeAll = async (
  { db, now }: Transaction,
  user_id: number,
  track_ids: readonly number[],
): Promise<void> => {
  if (track_ids.length > 0) await insertNew(db).run({ user_id, now, track_ids: JSON.stringify(track_ids) })
}

const deleteLike = prepared((on: Writer) =>
  on
    .delete(likes)
    .where(and(eq(likes.user_id, sql.placeholder('user_id')), eq(likes.track_id, sql.placeholder('track_id'))))
    .prepare(),
)

/** Removes a like, if there is one. @throws NotFound for a track that doesn't exist */
export const unlike = async ({ db }: Transaction, user_id: number, track_id: number): Promise<void> => {
  await requireRecord(db, 'tracks', track_id)
  await deleteLike(db).run({ user_id, track_id })
}

const moveToTrack = prepared((on: Writer) =>
  on
    .update(likes)
    .set({ track_id: sql`${sql.placeholder('to')}` })
    .where(
      sql`${likes.track_id} = ${sql.placeholder('from')} and ${likes.user_id} not in
        (select ${likes.user_id} from ${likes} where ${likes.track_id} = ${sql.placeholder('to')})`,
    )
    .prepare(),
)

const deleteLikesOf = prepared((on: Writer) =>
  on
    .delete(likes)
    .where(eq(likes.track_id, sql.placeholder('track_id')))
    .prepare(),
)

/**
 * Moves the likes of a track to another one. They keep their places in the lists of their users. A user who likes both
 * keeps the like of the other one.
 */
export const moveLikes = async ({ db }: Transaction, { from, to }: { from: number; to: number }): Promise<void> => {
  await moveToTrack(db).run({ from, to })
  await deleteLikesOf(db).run({ track_id: from })
}

// A merge has moved likes to another track: they have their ids still.
const restoreLikes = prepared((on: Writer) =>
  on
    .insert(likes)
    .select(
      sql`select ${itemAt(0, 'integer')}, ${itemAt(1, 'integer')}, ${itemAt(2, 'integer')}, ${itemAt(3, 'text')} from ${arrayRows('rows')} where true`,
    )
    .onConflictDoUpdate({ target: conflictTarget(likes.id), set: { track_id: sql`excluded.track_id` } })
    .prepare(),
)

const likesPerStatement = 500

/** Brings likes back with their ids, or moves them. @param rows - each with the values of all columns of a like, in their order */
export const insertLikes = async (db: Writer, rows: readonly unknown[][]): Promise<void> => {
  for (const slice of slices(rows, likesPerStatement)) await restoreLikes(db).run({ rows: JSON.stringify(slice) })
}

/** Reports changes of a user's likes to the cache. */
export const trackedTables: TrackedTable[] = [
  { table: getTableName(likes), changes: [{ kind: 'likes', column: 'user_id' }] },
]
