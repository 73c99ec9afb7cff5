import { OperationalError } from '../../base/errors.ts'
import type { PrunedSection } from '../../seeding/report/report.ts'
import { describePruned, type PruneLimit, requiredLimit } from '../../seeding/write/pruneLimit.ts'

/** The error for a prune over the limit: what would be deleted, and what to do. */
export const createPruneLimitError = (pruned: readonly PrunedSection[], limit: PruneLimit): OperationalError =>
  new OperationalError(
    `--prune would delete ${describePruned(pruned)}. Nothing was changed. ${adviceFor(pruned, limit)}`,
  )

/** The line of a dry run. */
export const formatPruneLimit = (pruned: readonly PrunedSection[], limit: PruneLimit): string =>
  `Seeding would be refused: --prune would delete ${describePruned(pruned)}. ${adviceFor(pruned, limit)}`

const adviceFor = (pruned: readonly PrunedSection[], limit: PruneLimit) =>
  limit === 'default'
    ? `Check that the file is complete, or allow this with --prune-at-most ${requiredLimit(pruned)}.`
    : `--prune-at-most allows ${formatLimit(limit)} of a section.`

const formatLimit = (limit: Exclude<PruneLimit, 'default'>) =>
  'percent' in limit ? `${limit.percent} %` : String(limit.records)
