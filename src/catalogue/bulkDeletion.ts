import { findChanges } from '../audit/changes.ts'
import { type AuditedTransaction, auditAsParts } from '../audit/write.ts'
import { slices } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { requireReferences } from '../library/references.ts'
import { digestLines } from '../validation/digest.ts'
import { linesOf, type RecordChange } from './bulk.ts'
import { readMembersOfMany } from './members.ts'
import { type ResourceName, resources } from './resources.ts'
import { deleteRecord } from './writes.ts'

// The deletion of many records.

const idsPerSelect = 500

/**
 * Finds the records with these ids, ordered by id, each with all of its members as they would be lost.
 * @throws ValidationError for records that don't exist
 */
export const findDeletions = async (
  read: Reader,
  resource: ResourceName,
  ids: readonly number[],
): Promise<RecordChange[]> => {
  await requireReferences(read, ['ids', resources[resource].table, ids])
  const sorted = ids.toSorted((a, b) => a - b)
  const found: RecordChange[] = []
  for (const page of slices(sorted, idsPerSelect)) {
    const records = await readMembersOfMany(read, resource, page, true)
    for (const { id, members } of records)
      found.push({ id, name: String(members.title ?? members.name), members: findChanges(members, {}) })
  }
  return found
}

/**
 * Identifies a deletion, by the records and by how much else loses them. Likes are left out: users like all the time, and a deletion that
 * waits for them would never be made.
 */
export const digestDeletions = (records: readonly RecordChange[], counts: Readonly<Record<string, number>>) => {
  const { likes, ...others } = counts
  return digestLines([...linesOf(records), JSON.stringify(others)])
}

/**
 * Deletes records that the same write has found. The audit trail gets one entry, with the deletions as its parts.
 */
export const deleteRecords = async (
  tx: AuditedTransaction,
  resource: ResourceName,
  records: readonly RecordChange[],
): Promise<void> => {
  await tx.audit({ action: 'bulk', record: resource, counts: { deleted: records.length } })
  const asParts = auditAsParts(tx)
  for (const { id } of records) {
    await deleteRecord(asParts, resource, id)
  }
}
