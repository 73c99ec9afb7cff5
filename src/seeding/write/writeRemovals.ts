import { moveLikes } from '../../catalogue/likes/store.ts'
import { movers } from '../../catalogue/movers.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { SeedWrite } from '../context.ts'
import { deleteRecords } from './recordWriter.ts'

/** A record that is merged into another one of its section. */
export interface Merge {
  from: number
  to: number
}

/**
 * Moves the references and likes of merged records, and deletes these and the deleted records. Tracks are deleted at the end of
 * the seed, with those that are pruned.
 */
export const writeRemovals = async (
  { tx, log }: SeedWrite,
  { name, isReferenced }: Resource,
  merges: readonly Merge[],
  deletedIds: readonly number[],
): Promise<void> => {
  const removedIds = [...merges.map(({ from }) => from), ...(isReferenced ? deletedIds : [])]
  await log.touchDeleted(name, removedIds)
  for (const merge of merges) {
    for (const { move } of movers[name]) await move(tx, merge)
    if (name === 'tracks') await moveLikes(tx, merge)
  }
  if (isReferenced) await deleteRecords(tx, name, removedIds)
}
