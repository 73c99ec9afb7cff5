import { Type } from '@sinclair/typebox'
import type { StoredLike } from '../../audit/undoData.ts'
import { compressedPages } from '../../base/compressedPages.ts'
import { fromKeys } from '../../base/objects.ts'
import { createDigest } from '../../validation/digest.ts'
import { type ResourceName, resourceNames } from '../resources.ts'
import { digestLineOf, type RecordWrite } from './recordWrite.ts'

/** Changes of records that are made together. There may be a million: they are read a page at a time. */
export interface RecordChanges {
  /** The records that are deleted or merged, in the order in which merges are made. */
  readonly removed: Readonly<Record<ResourceName, readonly Removal[]>>
  /** The ids of the records that lose or change their keys; none where no record gets a key. */
  readonly keysReleased: Readonly<Record<ResourceName, readonly number[]>>
  /** The likes that tracks have now, and that come back to other tracks, by the ids of those that have them. */
  readonly likesTaken?: ReadonlyMap<number, readonly StoredLike[]>
  /** The ids of new records, if they follow each other: the audit trail has them in place of a part for each record. */
  readonly createdIds?: Readonly<Record<ResourceName, IdsInARow>>
  /**
   * All changes, as often as needed. The records of a page are of one resource, and the pages are in the order of `resourceNames`: a record
   * comes after those that it refers to.
   */
  pages(): Iterable<RecordWrite[]> | AsyncIterable<RecordWrite[]>
}

/** Changes that are shown, and confirmed by their digest. */
export interface ChangeSet extends RecordChanges {
  readonly length: number
  readonly counts: Readonly<Record<RecordWrite['action'], number>>
  /** Of the whole set: another one has another digest. */
  readonly digest: string
}

/** None if the last one is before the first one. */
export interface IdsInARow {
  first: number
  last: number
}

export interface Removal {
  id: number
  into?: number | undefined
}

/** Collects the pages of a set in the order of `pages`. */
export const createChangeSet = () => {
  const stored = compressedPages<RecordWrite>()
  const counts = { create: 0, update: 0, delete: 0, merge: 0 }
  const removed = fromKeys(resourceNames, (): Removal[] => [])
  const keysReleased = fromKeys(resourceNames, (): number[] => [])
  const claimsKeys = fromKeys(resourceNames, () => false)
  const digest = createDigest()
  const add = async (page: readonly RecordWrite[]): Promise<void> => {
    for (const { resource, id, action, changes, into } of page) {
      counts[action]++
      if (action === 'delete' || action === 'merge') removed[resource].push({ id, into })
      if (changes.key && changes.key.from !== null) keysReleased[resource].push(id)
      if (changes.key && changes.key.to !== null) claimsKeys[resource] = true
    }
    await digest.add(page.map(digestLineOf))
    stored.push(page)
  }
  const finish = (): ChangeSet => {
    const { length, pages } = stored
    for (const name of resourceNames) if (!claimsKeys[name]) keysReleased[name] = []
    return { length, counts, digest: digest.toHex(), removed, keysReleased, pages }
  }
  return {
    add,
    /** Adds to the digest what identifies the set beside its records. */
    identifyBy: digest.add,
    finish,
  }
}

/** The member of a report that identifies what it has found. */
export const ReportDigest = (description: string) =>
  Type.String({ description, examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

/** The member of a report that identifies its changes. */
export const DigestOfChanges = ReportDigest('Identifies all changes. Send it to make exactly these.')

/** How many changes a report lists. */
const maxListed = 100

/** The first changes of a set, as a report lists them, and the number of the others. */
export const listChanges = async <Item>(
  { length, pages }: ChangeSet,
  toItem: (write: RecordWrite) => Item,
): Promise<{ listed: Item[]; more: number }> => {
  const listed: Item[] = []
  for await (const page of pages()) {
    for (const write of page.slice(0, maxListed - listed.length)) listed.push(toItem(write))
    if (listed.length === maxListed) break
  }
  return { listed, more: length - listed.length }
}
