import { sql } from 'drizzle-orm'
import { OperationalError } from '../../base/errors.ts'
import { deleteRecordsById } from '../../catalogue/records.ts'
import { resourceNames, resources } from '../../catalogue/resources.ts'
import { isAmongIds } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { prepared } from '../../library/prepared.ts'
import { removeBases } from '../base/removeBases.ts'
import type { SeedContext } from '../context.ts'
import { nameOf } from '../entries.ts'
import { countLikes } from '../report/lostReferences.ts'
import { type LostLikes, sum } from '../report/report.ts'
import { readByIds } from '../rows.ts'
import { findSectionsOverLimit, PruneLimitExceeded } from './pruneLimit.ts'

/** The maximum number of tracks, whatever `maxChanges` is. */
const maxTracks = 1_000

const mostLiked = prepared((on) =>
  on
    .select({ id: likes.track_id, count: sql<number>`count(*)` })
    .from(likes)
    .where(isAmongIds(likes.track_id, 'ids'))
    .groupBy(likes.track_id)
    .orderBy(sql`count(*) desc`, likes.track_id)
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/**
 * The tracks that have likes, those with most likes first: as many as the report may list.
 * @param ids - of the tracks that are deleted, and not merged
 */
const findLostLikes = async ({ read, options }: SeedContext, ids: readonly number[]): Promise<LostLikes[]> => {
  const limit = Math.min(options.maxChanges ?? 0, maxTracks)
  const counts = await mostLiked(read).all({ ids: JSON.stringify(ids), limit })
  const rows = await readByIds(
    read,
    resources.tracks,
    counts.map(({ id }) => id),
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return counts.flatMap(({ id, count }) => {
    const row = rowsById.get(id)
    return row ? [{ name: nameOf(resources.tracks, row), ...(row.key !== null && { key: row.key }), likes: count }] : []
  })
}

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
  for (const name of resourceNames) {
    const { idsToDelete, successorIds } = sections[name]
    for (const id of idsToDelete) if (!successorIds.has(id)) successorIds.set(id, null)
    await removeBases(context, resources[name], idsToDelete)
  }
  // In reverse order, so that foreign keys need not clear references in records that are deleted as well.
  for (const name of resourceNames.toReversed()) {
    await write.log.touchDeleted(name, sections[name].idsToDelete)
    await deleteRecordsById(write.tx.db, name, sections[name].idsToDelete)
  }
}
