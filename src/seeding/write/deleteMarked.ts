import { OperationalError } from '../../base/errors.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import { findLostLikes } from '../report/lostLikes.ts'
import { countLikes } from '../report/lostReferences.ts'
import { sum } from '../report/report.ts'
import { findSectionsOverLimit, PruneLimitExceeded } from './pruneLimit.ts'
import { deleteRecords } from './recordWriter.ts'

/**
 * Deletes the records that are marked for it, unless it is a preview, and reports the likes that are lost with them.
 * @throws PruneLimitExceeded, unless it is a preview; OperationalError when more records or likes would be deleted than `maxDeletions` allows
 */
export const deleteMarked = async (context: SeedContext): Promise<void> => {
  const { read, write, sections, report, options } = context
  const { maxDeletions } = options
  report.prune_limit_exceeded = findSectionsOverLimit(options, sections)
  if (write && report.prune_limit_exceeded.length > 0) throw new PruneLimitExceeded(report.prune_limit_exceeded)
  const { idsToDelete, successorIds } = sections.tracks
  const lostIds = idsToDelete.filter((id) => typeof successorIds.get(id) !== 'number')
  report.likes_deleted = await countLikes(read, lostIds)
  if (report.likes_deleted > 0) report.lost_likes = await findLostLikes(context, lostIds)
  if (
    maxDeletions &&
    (sum(report, 'deleted') + sum(report, 'merged') > maxDeletions.records || report.likes_deleted > maxDeletions.likes)
  ) {
    throw new OperationalError(
      'The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.',
    )
  }
  if (!write) return
  // In reverse order, so that foreign keys need not clear references in records that are deleted as well.
  for (const name of resourceNames.toReversed()) {
    await write.log.touchDeleted(name, sections[name].idsToDelete)
    await deleteRecords(write.tx, name, sections[name].idsToDelete)
  }
}
