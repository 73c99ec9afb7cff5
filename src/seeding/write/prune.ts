import { type Resource, resourceNames, resources } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { reportDeletion } from '../report/changes.ts'

/** Lets records stay that `prune` would delete, since values that are kept refer to them. */
export const keepReferences = ({ sections }: SeedContext, { targets }: Resource, values: Entry): void => {
  for (const [member, name] of Object.entries(targets)) {
    const { prunedRows, neededIds } = sections[name]
    if (prunedRows.size === 0) continue
    for (const id of [values[member]].flat()) if (typeof id === 'number' && prunedRows.has(id)) neededIds.add(id)
  }
}

/** Marks the records for deletion that `prune` deletes, and reports them, once it is known which of them stay. */
export const markPruned = (context: SeedContext): void => {
  const { sections, options, report } = context
  // What stays may refer to records of sections before its own.
  for (const name of resourceNames.toReversed()) {
    const state = sections[name]
    for (const [id, row] of state.prunedRows) {
      if (state.neededIds.has(id)) {
        keepReferences(context, resources[name], row)
        options.onUnmatched?.(name, row)
        continue
      }
      state.idsToDelete.push(id)
      state.prunedCount++
      reportDeletion(context, resources[name], row)
    }
  }
  for (const references of context.prunedReferences) report.references_cleared += references.count()
}
