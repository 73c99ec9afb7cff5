import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../database/connection.ts'
import { isAmongIds, isNotAmongIds, oneRow } from '../../database/engineSql.ts'
import { likes } from '../../database/likeSchema.ts'
import { prepared } from '../../database/prepared.ts'
import { OperationalError } from '../../errors.ts'
import { fromKeys, mapValues } from '../../objects.ts'
import type { SeedContext } from '../context.ts'
import { findLostLikes } from '../report/lostLikes.ts'
import { sum } from '../report/report.ts'
import { findSectionsOverLimit, PruneLimitExceeded } from './pruneLimit.ts'
import { deleteRecords } from './recordWriter.ts'

/**
 * Deletes the records that are marked for it, and reports the likes and references that are lost with them.
 * @throws PruneLimitExceeded, unless it is a dry run; OperationalError when more records or likes would be deleted than `maxDeletions` allows
 */
export const deleteMarked = async (context: SeedContext): Promise<void> => {
  const { tx, sections, report, options } = context
  const { dryRun, maxDeletions } = options
  const idsToDelete = mapValues(sections, (section) => section.idsToDelete)
  report.prune_limit_exceeded = findSectionsOverLimit(options, sections)
  if (!dryRun && report.prune_limit_exceeded.length > 0) throw new PruneLimitExceeded(report.prune_limit_exceeded)
  if (resourceNames.some((name) => idsToDelete[name].length > 0)) {
    report.likes_deleted = await countLikes(tx.db, idsToDelete.tracks)
    if (report.likes_deleted > 0) report.lost_likes = await findLostLikes(context)
    report.references_cleared += await countReferences(tx.db, idsToDelete)
  }
  if (
    maxDeletions &&
    (sum(report, 'deleted') + sum(report, 'merged') > maxDeletions.records || report.likes_deleted > maxDeletions.likes)
  ) {
    throw new OperationalError(
      'The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.',
    )
  }
  // In reverse order, so that foreign keys need not clear references in records that are deleted as well.
  for (const name of resourceNames.toReversed()) {
    await context.log.touchDeleted(name, idsToDelete[name])
    await deleteRecords(tx, name, idsToDelete[name])
  }
}

/** Deletes a record that others refer to, and counts the references that are lost with it. */
export const deleteReferenced = async (
  { tx, report, log }: SeedContext,
  { name }: Resource,
  id: number,
): Promise<void> => {
  const ids = fromKeys(resourceNames, (other) => (other === name ? [id] : []))
  report.references_cleared += await countReferences(tx.db, ids)
  await log.touchDeleted(name, [id])
  await deleteRecords(tx, name, [id])
}

const likesOf = prepared((on) =>
  on.select({ count: sql<number>`count(*)` }).from(likes).where(isAmongIds(likes.track_id, 'ids')).prepare(),
)

const countLikes = async (read: Reader, trackIds: readonly number[]): Promise<number> =>
  (await likesOf(read).get({ ids: JSON.stringify(trackIds) }))?.count ?? 0

/**
 * A subquery for each member of a section that refers to others: the number of references from remaining to deleted records.
 * The ids of a section are in the parameter with its name.
 */
const referenceCounts = (name: ResourceName): SQL[] => {
  const { table, references, relations } = resources[name]
  const count = (from: SQLiteTable, owner: AnyColumn, target: AnyColumn, section: string) =>
    sql`(select count(*) from ${from} where ${isAmongIds(target, section)} and ${isNotAmongIds(owner, name)})`
  return [
    ...Object.values(references).map(({ resource, column }) => count(table, table.id, column, resource)),
    ...Object.values(relations).map((relation) =>
      count(relation.table, relation.owner, relation.target, relation.resource),
    ),
  ]
}

const clearedReferences = prepared((on) =>
  on
    .select({ count: sql<number>`${sql.join(resourceNames.flatMap(referenceCounts), sql` + `)}` })
    .from(oneRow)
    .prepare(),
)

const countReferences = async (read: Reader, ids: Record<ResourceName, number[]>): Promise<number> =>
  (await clearedReferences(read).get(fromKeys(resourceNames, (name) => JSON.stringify(ids[name]))))?.count ?? 0
