import { readOldestId } from '../../audit/oldEntries.ts'
import { readEntry, type StoredEntry } from '../../audit/store.ts'
import { Conflict as ConflictError, Gone, NotFound, UndoConflict, ValidationError } from '../../base/errors.ts'
import type { ChangeSet } from '../../catalogue/changes/changeSet.ts'
import { type RunContext, type RunOptions, runChanges } from '../../catalogue/changes/run.ts'
import { type Instant, subtractMilliseconds } from '../../library/clock.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { findLaterEntries } from '../laterEntries.ts'
import {
  type Conflict,
  type ConflictReport,
  changesOf,
  describeConflicts,
  maxCounted,
  summarizeConflicts,
} from './conflicts.ts'
import { findEffects } from './effects.ts'
import { findUndo, type Undo } from './findUndo.ts'
import { findObstacle } from './undoable.ts'

// Undoes an entry of the audit trail, in one transaction: all of it or nothing.

export interface UndoOptions extends RunOptions {
  /** How long changes can be undone, in milliseconds. */
  keepMs: number
}

export interface Undone extends ConflictReport {
  /** The entry that is undone. */
  entry: StoredEntry
  changes: ChangeSet
  counts: Undo['counts']
}

const maxListed = 100

class FoundConflicts extends Error {
  constructor(readonly conflicts: Conflict[]) {
    super('The undo has conflicts.')
  }
}

/** @throws NotFound; Gone; Conflict for an entry that can't be undone */
const requireUndoable = async (read: Reader, id: number, since: Instant): Promise<StoredEntry> => {
  const entry = await readEntry(read, id)
  if (!entry) {
    const oldest = await readOldestId(read)
    if (oldest !== undefined && id < oldest && Number.isSafeInteger(id))
      throw new Gone(`Entry ${id} is not in the audit trail any more, so it can't be undone.`)
    throw new NotFound('Entry', id)
  }
  const obstacle = findObstacle(entry, since)
  if (!obstacle) return entry
  const message = `Entry ${id} can't be undone. ${obstacle.sentence}`
  throw obstacle.hasExpired ? new Gone(message) : new ConflictError(message)
}

const find = async (read: Reader, id: number, since: Instant) => {
  const undone = await requireUndoable(read, id, since)
  const effects = await findEffects(read, id)
  const isEmpty = Object.values(effects.ids).every((ids) => ids.length === 0)
  if (isEmpty && (undone.action === 'seed' || undone.action === 'bulk'))
    throw new Gone(
      `Entry ${id} can't be undone. An older version of the program made the change, and kept only its numbers.`,
    )
  const undo = await findUndo(read, id, effects)
  return {
    ...{ ...undo, undone },
    entry: { action: 'revert' as const, record: `audit/${id}`, counts: undo.counts },
    needsPreview: await needsPreview(read, undone),
  }
}

/** Whether an entry is about as many records as a file or a selection has: it is undone as its preview shows. */
const needsPreview = async (read: Reader, entry: StoredEntry): Promise<boolean> => {
  if (entry.action !== 'revert') return ['bulk', 'merge', 'seed'].includes(entry.action)
  const reverted = await readEntry(read, Number(entry.record?.split('/')[1]))
  return reverted === undefined || needsPreview(read, reverted)
}

/**
 * Undoes an entry, or finds what that would change.
 * @throws NotFound; Gone if it has expired; UndoConflict if records have changed since; Conflict for an entry that can't be undone, and
 * for another digest; ValidationError without the digest of a preview, where one is needed
 */
export const undoEntry = async (
  database: Pick<Database, 'longSnapshot' | 'clock'>,
  context: RunContext,
  id: number,
  { keepMs, ...run }: UndoOptions,
): Promise<Undone> => {
  const since = subtractMilliseconds(database.clock.present(), keepMs)
  const report = async (conflicts: Conflict[]): Promise<ConflictReport> => {
    const listed = conflicts.slice(0, maxListed)
    const describe = async (read: Reader) =>
      describeConflicts(listed, await findLaterEntries(read, id, changesOf(listed)))
    return {
      conflicts: listed.length === 0 ? [] : await database.longSnapshot(context.longWork, describe),
      more_conflicts: Math.min(conflicts.length, maxCounted) - listed.length,
      has_uncounted_conflicts: conflicts.length > maxCounted,
    }
  }
  const check = (found: Awaited<ReturnType<typeof find>>) => {
    if (found.conflicts.length > 0) throw new FoundConflicts(found.conflicts)
    if (run.digest === undefined && found.needsPreview)
      throw new ValidationError({
        digest: ['The digest is required: a dry run returns it, and shows what would change.'],
      })
  }
  try {
    const found = await runChanges(database, context, run, (read) => find(read, id, since), check)
    const { undone: entry, changes, counts, conflicts } = found
    return { entry, changes, counts, ...(await report(conflicts)) }
  } catch (error) {
    if (!(error instanceof FoundConflicts)) throw error
    const found = await report(error.conflicts)
    throw new UndoConflict(summarizeConflicts(id, found), found.conflicts)
  }
}
