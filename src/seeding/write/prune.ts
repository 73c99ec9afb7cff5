import { resourceNames, resources } from '../../catalogue/resources.ts'
import { keepNeeded, keepReferences } from '../base/deletions.ts'
import type { SeedContext } from '../context.ts'
import { reportDeletion } from '../report/changes.ts'

/** Marks the records for deletion that `prune` deletes, and reports them, once it is known which of them stay. */
export const markPruned = (context: SeedContext): void => {
  const { sections, options, report } = context
  // What stays may refer to records of sections before its own.
  for (const name of resourceNames.toReversed()) {
    const state = sections[name]
    for (const [id, row] of state.prunedRows) {
      if (state.neededIds.has(id)) {
        keepNeeded(context, resources[name], row)
        keepReferences(context, resources[name], row)
        options.onUnmatched?.(name, row, true)
        continue
      }
      state.idsToDelete.push(id)
      state.prunedCount++
      reportDeletion(context, resources[name], row)
    }
  }
  for (const references of context.prunedReferences) report.references_cleared += references.count()
}
