import { type Instant, subtractMilliseconds } from '../library/clock.ts'
import { joinChanges } from './compareMembers.ts'
import type { Actor, NewEntry } from './entry.ts'
import type { AuditEntry, Changes } from './model.ts'

// Anybody with an account can change it at any rate, and each entry is kept for long. So successive changes of the own account
// become one entry: that of the last one, with the first old values. Its counts are the number of `changes`, and the `milliseconds`
// from the first to the last one.

/** For how long after the first change the later ones are merged with it, in milliseconds. */
const maxSpanMs = 3_600_000

/**
 * Merges an own change with the former entry of the same action and record.
 * @returns the changes and counts of the entry that takes the place of both; undefined if they have to stay apart
 */
export const mergeOwnChanges = (
  former: AuditEntry,
  actor: Actor,
  entry: NewEntry,
  now: Instant,
): Pick<NewEntry, 'changes' | 'counts'> | undefined => {
  if (former.source !== actor.source || former.user_id !== actor.user_id) return
  const { changes = 1, milliseconds = 0 } = former.counts ?? {}
  if (typeof changes !== 'number' || typeof milliseconds !== 'number') return
  const first = subtractMilliseconds(former.created_at, milliseconds)
  const span = Date.parse(now) - Date.parse(first)
  if (span < 0 || span >= maxSpanMs || !follows(former.changes ?? {}, entry.changes ?? {})) return
  const counts = { changes: changes + 1, milliseconds: span }
  return { counts, ...(entry.changes && { changes: joinChanges(former.changes ?? {}, entry.changes) }) }
}

/** Whether nobody else has changed a member between two changes. */
const follows = (former: Changes, later: Changes) =>
  Object.entries(later).every(([name, { from }]) => former[name] === undefined || former[name].to === from)
