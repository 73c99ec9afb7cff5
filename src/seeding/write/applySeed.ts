import type { NewEntry } from '../../audit/entry.ts'
import type { AuditedTransaction } from '../../audit/write.ts'
import { OperationalError } from '../../base/errors.ts'
import { applyChanges } from '../../catalogue/changes/apply.ts'
import { resourceNames, resources } from '../../catalogue/resources.ts'
import { removeBases } from '../base/removeBases.ts'
import type { SeedContext } from '../context.ts'
import { type Report, sum } from '../report/report.ts'
import { PruneLimitExceeded } from './pruneLimit.ts'
import { toRecordChanges } from './seedChanges.ts'

/** @throws PruneLimitExceeded; OperationalError when more records or likes would be deleted than `maxDeletions` allows */
export const requireWithinLimits = ({ report, options: { maxDeletions } }: SeedContext): void => {
  if (report.prune_limit_exceeded.length > 0) throw new PruneLimitExceeded(report.prune_limit_exceeded)
  if (!maxDeletions) return
  const { records, likes } = maxDeletions
  if (sum(report, 'deleted') + sum(report, 'merged') > records || report.likes_deleted > likes)
    throw new OperationalError(
      'The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.',
    )
}

/** Makes what a seed has found in this transaction. */
export const applySeed = async (tx: AuditedTransaction, context: SeedContext): Promise<void> => {
  const { sections, report } = context
  for (const name of resourceNames) {
    const { idsToDelete, successorIds } = sections[name]
    const prunedIds = idsToDelete.filter((id) => !successorIds.has(id))
    for (const id of prunedIds) successorIds.set(id, null)
    await removeBases(context, resources[name], prunedIds)
  }
  await applyChanges(tx, { changes: toRecordChanges(context), entry: entryOf(report) })
  for (const name of resourceNames) await sections[name].bases.write(tx.db)
}

/** The entry of the audit trail, with the numbers of changed records; undefined if nothing has changed. */
const entryOf = ({ sections, ...report }: Report): NewEntry | undefined => {
  const changed = Object.entries(sections).flatMap(([name, { unchanged, ...counts }]) =>
    Object.values(counts).some((count) => count > 0) ? [[name, counts] as const] : [],
  )
  if (changed.length === 0) return
  const { likes_deleted, references_cleared, likes_moved, references_moved } = report
  const lostAndMoved = { likes_deleted, references_cleared, likes_moved, references_moved }
  return { action: 'seed', counts: { ...Object.fromEntries(changed), ...lostAndMoved } }
}
