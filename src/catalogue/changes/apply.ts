import { type AuditedTransaction, addParts } from '../../audit/auditedWrite.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { mapValues, slices } from '../../base/objects.ts'
import { releaseKeys } from '../records.ts'
import { type ResourceName, resourceNames } from '../resources.ts'
import type { IdsInARow, RecordChanges } from './changeSet.ts'
import { deleteRecords } from './deleteRecords.ts'
import { mergeRecords } from './mergeRecords.ts'
import { pathOf, recordsPerStatement } from './recordWrite.ts'
import { createPageWriter } from './writeRecords.ts'

/**
 * Makes the changes of a set, with an entry of the audit trail and its parts. Keys that change hands are released first. New and changed
 * records are written before what is deleted, so that a reference can be moved from one to the other.
 */
export const applyChanges = async (
  tx: AuditedTransaction,
  { changes, entry }: { changes: RecordChanges; entry: NewEntry | undefined },
): Promise<void> => {
  if (!entry) return
  await tx.audit(entry)
  const { removed, keysReleased, createdIds } = changes
  const likesTaken = new Map(changes.likesTaken)
  for (const name of resourceNames) await releaseKeys(tx.db, name, keysReleased[name])
  const released = mapValues(keysReleased, (ids) => new Set(ids))
  const keys = new Map<string, string>()
  if (createdIds) await addParts(tx, partsOfCreated(createdIds))
  const writePage = createPageWriter(tx, { likesTaken, auditsCreated: createdIds === undefined })
  for await (const page of changes.pages()) {
    // A page of deletions has no statement before which others may run.
    await yieldIfDue()
    await writePage(page.filter(({ action }) => action === 'create' || action === 'update'))
    for (const write of page)
      if (released[write.resource].has(write.id)) keys.set(pathOf(write), String(write.changes.key?.from))
  }
  for (const name of resourceNames) {
    const merges = removed[name].flatMap(({ id, into }) => (into === undefined ? [] : { from: id, to: into }))
    await mergeRecords(tx, name, merges, likesTaken)
  }
  // In reverse order, so that foreign keys need not clear references in records that are deleted as well.
  for (const name of resourceNames.toReversed()) {
    const ids = removed[name].map(({ id }) => id)
    for (const slice of slices(ids, recordsPerStatement))
      await deleteRecords(tx, name, slice, { likes: likesTaken, keys })
  }
}

const partsOfCreated = (createdIds: Readonly<Record<ResourceName, IdsInARow>>): NewEntry[] =>
  resourceNames.flatMap((name) => {
    const { first, last } = createdIds[name]
    return last < first ? [] : [{ action: 'create', record: name, counts: { first, last } }]
  })
