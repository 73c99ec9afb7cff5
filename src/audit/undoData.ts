import type { Instant } from '../library/clock.ts'

/** A link to a related record: the id of that record, and the instants of the link. */
export type StoredLink = [id: number, created_at: Instant, updated_at: Instant]

/** A like: its id, that of the account, and when it was made. */
export type StoredLike = [id: number, user_id: number, created_at: Instant]

/** What undoing a change needs beside the changed members. It is kept for a time, and no response contains it. */
export interface Restore {
  /** Of a deleted record. */
  created_at?: Instant
  /** The links that were removed, by the members with their ids. */
  links?: Record<string, StoredLink[]>
  /** The likes that were deleted with a track. */
  likes?: readonly StoredLike[]
}

/** What a change needs to be undone; undefined if nothing. */
export const restoreOf = ({ created_at, links = {}, likes = [] }: Restore): Restore | undefined => {
  const removed = Object.fromEntries(Object.entries(links).filter(([, stored]) => stored.length > 0))
  const restore: Restore = {
    ...(created_at !== undefined && { created_at }),
    ...(Object.keys(removed).length > 0 && { links: removed }),
    ...(likes.length > 0 && { likes }),
  }
  return Object.keys(restore).length > 0 ? restore : undefined
}
