import type { NewEntry } from '../../audit/entry.ts'
import type { AuditedTransaction } from '../../audit/write.ts'
import { OperationalError } from '../../base/errors.ts'
import { applyChanges } from '../../catalogue/changes/apply.ts'
import { resourceNames, resources } from '../../catalogue/resources.ts'
import { removeBases } from '../base/removeBases.ts'
import type { SeedContext } from '../context.ts'
import { countChanges } from '../report/counts.ts'
import { toRecordChanges } from './seedChanges.ts'

/** @throws the error of `pruneLimit`; OperationalError when more records or likes would be deleted than `maxDeletions` allows */
export const requireWithinLimits = (plan: SeedContext): void => {
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

/** Makes what a plan has found, in the transaction in which it was made. */
export const applySeed = async (tx: AuditedTransaction, plan: SeedContext): Promise<void> => {
  const { sections } = plan
  for (const name of resourceNames) {
    const prunedIds = sections[name].pruned.map(({ id }) => id)
    for (const id of prunedIds) sections[name].successorIds.set(id, null)
    await removeBases(plan, resources[name], prunedIds)
  }
  await applyChanges(tx, { changes: toRecordChanges(plan), entry: entryOf(plan) })
  for (const name of resourceNames) await sections[name].bases.write(tx.db)
}

/** The entry of the audit trail, with the numbers of changed records; undefined if nothing has changed. */
const entryOf = (plan: SeedContext): NewEntry | undefined => {
  const changed = resourceNames.flatMap((name) => {
    const { unchanged, ...counts } = countChanges(plan, name)
    return Object.values(counts).some((count) => count > 0) ? [[name, counts] as const] : []
  })
  if (changed.length === 0) return
  const { likes_deleted, references_cleared, likes_moved, references_moved } = plan.report
  const lostAndMoved = { likes_deleted, references_cleared, likes_moved, references_moved }
  return { action: 'seed', counts: { ...Object.fromEntries(changed), ...lostAndMoved } }
}
