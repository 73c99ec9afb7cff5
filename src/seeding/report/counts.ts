import type { ResourceName } from '../../catalogue/resources.ts'
import type { SeedPlan } from '../plan.ts'
import type { Report } from './report.ts'

/** The numbers of records of a section that a plan creates, updates and so on. */
export const countChanges = (
  { sections }: Pick<SeedPlan, 'sections'>,
  name: ResourceName,
): Report['sections'][ResourceName] => {
  const { createdCount, matchedCount, updated, removed, pruned } = sections[name]
  const merged = removed.filter(({ into }) => into !== undefined).length
  return {
    created: createdCount,
    updated: updated.length,
    unchanged: matchedCount - updated.length,
    merged,
    deleted: removed.length - merged + pruned.length,
  }
}
