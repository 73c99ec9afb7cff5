import { sql } from 'drizzle-orm'
import { resources } from '../../catalogue/resources.ts'
import { isAmongIds } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { prepared } from '../../library/prepared.ts'
import { nameOf } from '../entries.ts'
import type { SeedPlan } from '../plan.ts'
import { readByIds } from '../rows.ts'
import { countLikes } from './lostReferences.ts'
import type { LostLikes } from './report.ts'

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
const findLostLikes = async ({ read, options }: SeedPlan, ids: readonly number[]): Promise<LostLikes[]> => {
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

/** Reports the likes that are lost with the tracks that are deleted, and the sections of which more is pruned than the limit allows. */
export const reportLostLikes = async (plan: SeedPlan): Promise<void> => {
  const { read, sections, report, options } = plan
  report.prune_limit_exceeded = options.pruneLimit?.findExceeded(sections) ?? []
  const { removed, pruned } = sections.tracks
  const deleted = removed.filter(({ into }) => into === undefined).map(({ row }) => row)
  const lostIds = [...deleted, ...pruned].map(({ id }) => id)
  report.likes_deleted = await countLikes(read, lostIds)
  if (report.likes_deleted > 0) report.lost_likes = await findLostLikes(plan, lostIds)
}
