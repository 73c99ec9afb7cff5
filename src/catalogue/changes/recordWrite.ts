import type { Changes } from '../../audit/model.ts'
import type { Restore } from '../../audit/undoData.ts'
import type { ResourceName } from '../resources.ts'

/**
 * What happens to one record in a set of changes. It has what a preview shows and its digest identifies. What undoing it will need is read
 * right before it is written.
 */
export interface RecordWrite {
  resource: ResourceName
  /** Below 0 for a record that gets a new id: -1 for the first such record of its resource, -2 for the second. `changes` refer to it so. */
  id: number
  /** Its name or title; that before the change, if it is there. */
  name: string
  /** A merge deletes the record after what refers to it has been moved to `into`. */
  action: 'create' | 'update' | 'delete' | 'merge'
  /** By the members of a body, with the ids of related records, and by `key`: from the values of now to those that it gets. */
  changes: Changes
  /** The number of likes that come back with a track or are deleted with it. */
  likes?: number
  /** The record that a merge keeps. */
  into?: number
  /** What comes back with it, and no preview shows: the instants of its creation and of its links, and its likes. */
  restored?: Restore
}

/** How many records or links one statement reads or writes. */
export const recordsPerStatement = 500

/** The path of a record below `/api`, as entries of the audit trail have it. */
export const pathOf = ({ resource, id }: Pick<RecordWrite, 'resource' | 'id'>): string => `${resource}/${id}`

/** Two sets have the same lines only if they make the same changes. */
export const digestLineOf = ({ resource, id, action, changes, likes = 0, into = 0 }: RecordWrite): string =>
  `${action} ${resource}/${id} ${into} ${likes} ${JSON.stringify(changes)}`
