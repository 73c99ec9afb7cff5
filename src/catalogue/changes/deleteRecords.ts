import { type AuditedTransaction, addParts, auditAsParts } from '../../audit/auditedWrite.ts'
import type { StoredLike } from '../../audit/undoData.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { deleteRecordsById } from '../records.ts'
import { findReferred } from '../referrers.ts'
import type { ResourceName } from '../resources.ts'
import { readLikes, readStates } from '../states.ts'
import { deleteRecord, toDeletion } from '../writes.ts'

/** What records that are deleted have lost already to others of the same set. The parts about them have it. */
interface Taken {
  /** By the ids of tracks. */
  likes: ReadonlyMap<number, readonly StoredLike[]>
  /** By the paths of records. */
  keys: ReadonlyMap<string, string>
}

/**
 * Deletes records, with the parts about them and about what loses them. Those that others refer to are deleted one after another, since a
 * record may lose several; the others with one statement.
 */
export const deleteRecords = async (
  tx: AuditedTransaction,
  resource: ResourceName,
  ids: readonly number[],
  taken: Taken,
): Promise<void> => {
  const referred = await findReferred(tx.db, resource, ids)
  const asParts = auditAsParts(tx)
  for (const id of referred) {
    await yieldIfDue()
    await deleteRecord(asParts, resource, id)
  }
  const others = ids.filter((id) => !referred.has(id))
  if (others.length === 0) return
  const states = await readStates(tx.db, resource, others)
  const likes = await readLikes(tx.db, resource, others)
  const entries = states.map((state) => {
    const { id, key = null } = state
    const lostLikes = (resource === 'tracks' && taken.likes.get(id)) || []
    const withKey = { ...state, key: key ?? taken.keys.get(`${resource}/${id}`) ?? null }
    return toDeletion(resource, withKey, [...lostLikes, ...(likes.get(id) ?? [])])
  })
  await addParts(tx, entries)
  await deleteRecordsById(tx.db, resource, others)
}
