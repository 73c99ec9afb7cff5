import { findChanges } from '../audit/changes.ts'
import type { Audit, Changes } from '../audit/entry.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { requireReferences } from '../database/references.ts'
import { Conflict } from '../errors.ts'
import type { ReferencesChange } from '../validation/reference.ts'
import { hasIds, type Members, readMembersOfMany } from './members.ts'
import { type ResourceName, resources } from './resources.ts'

// The same change of many records.

/** What would change in a record. */
export interface RecordChange {
  id: number
  /** Its name or title before the change. */
  name: string
  members: Changes
}

/** What is to be changed in each of these records. */
export interface BulkChange<Change extends object> {
  ids: readonly number[]
  change: Change
}

type References = Parameters<typeof requireReferences>[1][]

const idsPerSelect = 500

/**
 * Finds what a change would change in each record, ordered by id. Records that have its values already are left out.
 * @param references - what the change refers to
 * @param yieldIfDue - is awaited between selects
 * @throws ValidationError for records and references that don't exist
 */
export const findBulkChanges = async <Change extends object>(
  read: Reader,
  resource: ResourceName,
  { ids, change }: BulkChange<Change>,
  references: References,
  yieldIfDue: () => Promise<void>,
): Promise<RecordChange[]> => {
  await requireReferences(read, ['ids', resources[resource].table, ids], ...references)
  const withIds = hasIds(resource, change)
  const sorted = ids.toSorted((a, b) => a - b)
  const found: RecordChange[] = []
  for (let start = 0; start < sorted.length; start += idsPerSelect) {
    await yieldIfDue()
    const records = await readMembersOfMany(read, resource, sorted.slice(start, start + idsPerSelect), withIds)
    for (const { id, members: before } of records) {
      const members = findChanges(before, { ...before, ...changedMembers(before, change) })
      if (Object.keys(members).length > 0) found.push({ id, name: String(before.title ?? before.name), members })
    }
  }
  return found
}

/** The values that members have after a change: sets of ids in their order. */
const changedMembers = (before: Members, change: object): Members =>
  Object.fromEntries(
    Object.entries(change).map(([member, value]) => {
      if (!member.endsWith('_ids')) return [member, value]
      // Members with this end are those of relations.
      return [member, changeIds(before[member] as number[], value as ReferencesChange)]
    }),
  )

const changeIds = (before: number[], { add = [], remove = [], set }: ReferencesChange) => {
  const ids = new Set(set ?? [...before, ...add])
  for (const id of remove) ids.delete(id)
  return [...ids].sort((a, b) => a - b)
}

/** Identifies changes: two lists have the same digest only if they change the same members from and to the same values. */
export const digestChanges = (changes: readonly RecordChange[]): string => {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { id, members } of changes) hasher.update(`${id} ${JSON.stringify(members)}\n`)
  return hasher.digest('hex')
}

/** @throws Conflict if these are not the changes that a dry run has found, whose digest is given */
export const requireDigest = (changes: readonly RecordChange[], digest: string): void => {
  if (digestChanges(changes) === digest) return
  throw new Conflict('The records have changed since the preview. Look at the changes again.')
}

/**
 * Makes changes that were found in the same write, each with the entry of the audit trail that a single update adds.
 * @param update - changes members of a record, and nothing else
 * @param yieldIfDue - is awaited between records
 */
export const applyBulkChanges = async (
  { tx, now, audit }: { tx: Writer; now: Instant; audit: Audit },
  resource: ResourceName,
  changes: readonly RecordChange[],
  update: (tx: Writer, now: Instant, id: number, change: Members) => Promise<unknown>,
  yieldIfDue: () => Promise<void>,
): Promise<void> => {
  for (const { id, members } of changes) {
    await yieldIfDue()
    const change = Object.fromEntries(Object.entries(members).map(([member, { to }]) => [member, to]))
    await update(tx, now, id, change)
    await audit({ action: 'update', record: `${resource}/${id}`, changes: members })
  }
}
