import { readOldestId } from '../../audit/oldest.ts'
import { readEntry, type StoredEntry } from '../../audit/store.ts'
import type { AuditedTransaction, AuditedWrite } from '../../audit/write.ts'
import type { CompressedPages } from '../../base/compressedPages.ts'
import { Conflict as ConflictError, Gone, NotFound, UndoConflict, ValidationError } from '../../base/errors.ts'
import { type Instant, subtractMilliseconds } from '../../library/clock.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import type { LongWork } from '../../library/longWork.ts'
import { requireDigest } from '../../validation/digest.ts'
import { findLaterEntries } from '../laterEntries.ts'
import { applyPlan } from './apply.ts'
import { type Conflict, changesOf, type DescribedConflict, describeConflicts, summarizeConflicts } from './conflicts.ts'
import { findEffects } from './effects.ts'
import { type Plan, planUndo } from './plan.ts'
import type { Write } from './plannedWrite.ts'
import { findObstacle } from './undoable.ts'

// Undoes an entry of the audit trail, in one transaction: all of it or nothing.

export interface UndoOptions {
  /** Only find what would change. */
  dryRun?: boolean | undefined
  /** Of a dry run: exactly what it has found is changed. */
  digest?: string | undefined
  /** How long changes can be undone, in milliseconds. */
  keepMs: number
  work: LongWork
}

export interface UndoResult {
  entry: StoredEntry
  writes: CompressedPages<Write>
  conflicts: DescribedConflict[]
  /** The number of conflicts that `conflicts` leaves out. */
  moreConflicts: number
  counts: Plan['counts']
  digest: string
}

const maxConflicts = 100

class FoundConflicts extends Error {
  constructor(readonly conflicts: Conflict[]) {
    super('The plan has conflicts.')
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

const planFor = async (read: Reader, entry: StoredEntry): Promise<Plan> => {
  const effects = await findEffects(read, entry.id)
  const isEmpty = Object.values(effects.ids).every((ids) => ids.length === 0)
  if (isEmpty && (entry.action === 'seed' || entry.action === 'bulk'))
    throw new Gone(
      `Entry ${entry.id} can't be undone. An older version of the program made the change, and kept only its numbers.`,
    )
  return planUndo(read, entry.id, effects)
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
  database: Pick<Database, 'longSnapshot' | 'now'>,
  write: AuditedWrite,
  id: number,
  { dryRun = false, digest, keepMs, work }: UndoOptions,
): Promise<UndoResult> => {
  const since = subtractMilliseconds(database.now(), keepMs)
  const describe = (conflicts: Conflict[]) => {
    const listed = conflicts.slice(0, maxConflicts)
    return database.longSnapshot(work, async (read) =>
      describeConflicts(listed, await findLaterEntries(read, id, changesOf(listed))),
    )
  }
  const find = async (read: Reader) => {
    const entry = await requireUndoable(read, id, since)
    const plan = await planFor(read, entry)
    return { entry, plan }
  }
  const toResult = ({ entry, plan }: Awaited<ReturnType<typeof find>>): UndoResult => ({
    entry,
    writes: plan.writes,
    conflicts: [],
    moreConflicts: Math.max(0, plan.conflicts.length - maxConflicts),
    counts: plan.counts,
    digest: plan.digest,
  })
  if (dryRun) {
    const found = await database.longSnapshot(work, find)
    return { ...toResult(found), conflicts: await describe(found.plan.conflicts) }
  }
  const run = async (tx: AuditedTransaction) => {
    const found = await find(tx.db)
    if (found.plan.conflicts.length > 0) throw new FoundConflicts(found.plan.conflicts)
    const result = toResult(found)
    if (digest === undefined && (await needsPreview(tx.db, found.entry)))
      throw new ValidationError({
        digest: ['The digest is required: it is that of a dry run, which shows what would change.'],
      })
    requireDigest(result.digest, digest)
    await tx.audit({ action: 'revert', record: `audit/${id}`, counts: result.counts })
    await applyPlan(tx, found.plan)
    return result
  }
  try {
    return await write(run, work)
  } catch (error) {
    if (!(error instanceof FoundConflicts)) throw error
    const conflicts = await describe(error.conflicts)
    throw new UndoConflict(summarizeConflicts(id, conflicts, error.conflicts.length), conflicts)
  }
}
