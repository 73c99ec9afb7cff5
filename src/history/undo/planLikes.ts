import { and, eq, sql } from 'drizzle-orm'
import type { StoredLike } from '../../audit/restore.ts'
import { slices } from '../../base/objects.ts'
import { readStates } from '../../catalogue/states.ts'
import { users } from '../../library/accountSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { recordOf, recordsPerStatement, toWrite, type Write } from './plannedWrite.ts'

/**
 * Takes out the likes of accounts that are gone, and of accounts that like the track by another like. Returns their number.
 *
 * A merge of tracks moves likes, so a like that comes back may be at another track now. It is noted there, so that undoing
 * this moves it back.
 */
export const settleLikes = async (read: Reader, byRecord: Map<string, Write>): Promise<number> => {
  let lost = 0
  const restoring = byRecord.values().filter(({ action, likes: stored }) => action !== 'delete' && stored.length > 0)
  for (const write of [...restoring]) {
    const kept: StoredLike[] = []
    for (const page of slices(write.likes, recordsPerStatement)) {
      const ids = (position: 0 | 1) => sql`${JSON.stringify(page.map((like) => like[position]))}`
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
      kept.push(...page.filter(([, user_id]) => present.has(user_id) && !liking.has(user_id)))
      const moved = await read
        .select({ id: likes.id, user_id: likes.user_id, track_id: likes.track_id, created_at: likes.created_at })
        .from(likes)
        .where(isAmongIds(likes.id, ids(0)))
      for (const { id, user_id, track_id, created_at } of moved) {
        if (track_id === write.id) continue
        const holder = byRecord.get(`tracks/${track_id}`) ?? (await holderOf(read, track_id))
        byRecord.set(recordOf(holder), holder)
        holder.likesTaken = [...holder.likesTaken, [id, user_id, created_at]]
      }
    }
    lost += write.likes.length - kept.length
    write.likes = kept
  }
  return lost
}

/** A track that only loses likes. */
const holderOf = async (read: Reader, id: number): Promise<Write> => {
  const [state] = await readStates(read, 'tracks', [id])
  const effect = { name: 'tracks' as const, id, existedBefore: true, existsAfter: true, changes: {}, restore: {} }
  return toWrite(effect, state)
}
