import { and, desc, eq, getTableName, inArray, sql } from 'drizzle-orm'
import type { ListedTrack } from '../catalogue/track/model.ts'
import { listedTrackColumns, requireTrack } from '../catalogue/track/store.ts'
import type { TrackedTable } from '../database/changeCapture.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { likes, tracks } from '../database/schema.ts'

const isOfUser = eq(likes.user_id, sql.placeholder('user_id'))

const selectLiked = prepared((on) => {
  const liked = on.select({ track_id: likes.track_id }).from(likes).where(isOfUser)
  const like = sql`(select ${likes.id} from ${likes} where ${likes.track_id} = ${tracks.id} and ${isOfUser})`
  return on.select(listedTrackColumns).from(tracks).where(inArray(tracks.id, liked)).orderBy(desc(like)).prepare()
})

/** Lists the tracks that a user likes, the latest like first. */
export const listLikes = async (read: Reader, user_id: number): Promise<ListedTrack[]> =>
  selectLiked(read).all({ user_id })

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

/** Likes a track. If it is liked already, its place in the list stays. @throws NotFound */
export const like = async (tx: Writer, now: Instant, user_id: number, track_id: number): Promise<void> => {
  if (await insert(tx).get({ user_id, track_id, now })) return
  // Nothing was inserted: the track is liked already, or missing.
  await requireTrack(tx, track_id)
}

const deleteLike = prepared((on: Writer) =>
  on
    .delete(likes)
    .where(and(eq(likes.user_id, sql.placeholder('user_id')), eq(likes.track_id, sql.placeholder('track_id'))))
    .prepare(),
)

/** Removes a like, if there is one. @throws NotFound for a track that doesn't exist */
export const unlike = async (tx: Writer, user_id: number, track_id: number): Promise<void> => {
  await requireTrack(tx, track_id)
  await deleteLike(tx).run({ user_id, track_id })
}

/** Reports changes of a user's likes to the cache. */
export const trackedTables: TrackedTable[] = [
  { table: getTableName(likes), changes: [{ kind: 'likes', column: 'user_id' }] },
]
