import type { AuditedTransaction } from '../../audit/auditedWrite.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { OperationalError } from '../../base/errors.ts'
import { applyChanges } from '../../catalogue/changes/apply.ts'
import type { RecordChanges } from '../../catalogue/changes/changeSet.ts'
import type { RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { resourceNames, resources } from '../../catalogue/resources.ts'
import { removeHashes } from '../lastSeed/removeHashes.ts'
import type { SeedPlan } from '../plan.ts'
import { countChanges } from '../report/counts.ts'
import { toRecordChanges } from './recordChanges.ts'

/** @throws the error of `pruneLimit`; OperationalError when more records or likes would be deleted than `maxDeletions` allows */
export const requireWithinLimits = (plan: SeedPlan): void => {
  const { report, options } = plan
  const { pruneLimit, maxDeletions } = options
  if (pruneLimit && report.prune_limit_exceeded.length > 0) throw pruneLimit.toError(report.prune_limit_exceeded)
  if (!maxDeletions) return
  const { records, likes } = maxDeletions
  const counts = resourceNames.map((name) => countChanges(plan, name))
  if (counts.reduce((sum, { deleted, merged }) => sum + deleted + merged, 0) > records || report.likes_deleted > likes)
    throw new OperationalError(
      'The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.',
    )
}

/**
 * Makes what a plan has found, in the transaction in which it was made.
 * @param onProgress - called with the share of new and changed records that are written
 */
export const applySeed = async (
  tx: AuditedTransaction,
  plan: SeedPlan,
  onProgress: (share: number) => Promise<void>,
): Promise<void> => {
  const { sections } = plan
  for (const name of resourceNames) {
    const prunedIds = sections[name].pruned.map(({ id }) => id)
    for (const id of prunedIds) sections[name].successorIds.set(id, null)
    await removeHashes(plan, resources[name], prunedIds)
  }
  const changes = toRecordChanges(plan)
  const pages = () => withProgress(plan, changes.pages(), onProgress)
  await applyChanges(tx, { changes: { ...changes, pages }, entry: entryOf(plan) })
  for (const name of resourceNames) await sections[name].lastSeed.write(tx.db)
}

async function* withProgress(
  plan: SeedPlan,
  pages: ReturnType<RecordChanges['pages']>,
  onProgress: (share: number) => Promise<void>,
): AsyncGenerator<RecordWrite[]> {
  const counts = resourceNames.map((name) => countChanges(plan, name))
  const total = counts.reduce((sum, { created, updated }) => sum + created + updated, 0)
  let written = 0
  for await (const page of pages) {
    yield page
    written += page.length
    await onProgress(written / total)
  }
}

/** The entry of the audit trail, with the numbers of changed records; undefined if nothing has changed. */
const entryOf = (plan: SeedPlan): NewEntry | undefined => {
  const changed = resourceNames.flatMap((name) => {
    const { unchanged, ...counts } = countChanges(plan, name)
    return Object.values(counts).some((count) => count > 0) ? [[name, counts] as const] : []
  })
  if (changed.length === 0) return
  const { likes_deleted, references_cleared, likes_moved, references_moved } = plan.report
  const lostAndMoved = { likes_deleted, references_cleared, likes_moved, references_moved }
  return { action: 'seed', counts: { ...Object.fromEntries(changed), ...lostAndMoved } }
}
