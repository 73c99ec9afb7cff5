import { and, eq, sql } from 'drizzle-orm'
import type { StoredLike } from '../../audit/undoData.ts'
import { slices } from '../../base/objects.ts'
import { type RecordWrite, recordsPerStatement } from '../../catalogue/changes/recordWrite.ts'
import { readStates } from '../../catalogue/states.ts'
import { users } from '../../library/accountSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { invert } from './invert.ts'

/** The likes that tracks have now, and that come back to other tracks, by the ids of those that have them. */
export type LikesTaken = Map<number, StoredLike[]>

/**
 * Takes out the likes of accounts that are gone, and of accounts that like the track by another like. Returns their number.
 *
 * A merge of tracks moves likes, so a like that comes back may be at another track now. It is added to those taken from there,
 * so that undoing this moves it back.
 */
export const settleLikes = async (read: Reader, page: readonly RecordWrite[], taken: LikesTaken): Promise<number> => {
  let lost = 0
  for (const write of page) {
    const { likes: all = [] } = write.restored ?? {}
    if (all.length === 0) continue
    const kept: StoredLike[] = []
    for (const slice of slices(all, recordsPerStatement)) {
      const ids = (position: 0 | 1) => sql`${JSON.stringify(slice.map((like) => like[position]))}`
      const accounts = await read
        .select({ id: users.id })
        .from(users)
        .where(isAmongIds(users.id, ids(1)))
      const present = new Set(accounts.map(({ id }) => id))
      const others = await read
        .select({ id: likes.id, user_id: likes.user_id })
        .from(likes)
        .where(and(eq(likes.track_id, write.id), isAmongIds(likes.user_id, ids(1))))
      const liking = new Set(others.map(({ user_id }) => user_id))
      kept.push(...slice.filter(([, user_id]) => present.has(user_id) && !liking.has(user_id)))
      const moved = await read
        .select({ id: likes.id, user_id: likes.user_id, track_id: likes.track_id, created_at: likes.created_at })
        .from(likes)
        .where(isAmongIds(likes.id, ids(0)))
      for (const { id, user_id, track_id, created_at } of moved) {
        if (track_id === write.id) continue
        taken.getOrInsertComputed(track_id, () => []).push([id, user_id, created_at])
      }
    }
    lost += all.length - kept.length
    write.restored = { ...write.restored, likes: kept }
    write.likes = kept.length
  }
  return lost
}

/** Reads the tracks that only lose likes, as writes of the plan. */
export const readHolders = async (read: Reader, ids: readonly number[]): Promise<RecordWrite[]> => {
  const effect = { name: 'tracks' as const, existedBefore: true, existsAfter: true, changes: {}, restore: {} }
  return (await readStates(read, 'tracks', ids)).map((state) => invert({ ...effect, id: state.id }, state))
}
