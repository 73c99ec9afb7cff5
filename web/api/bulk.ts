import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'
import type { BulkDeletion, BulkDeletionResult, BulkResult } from './types.ts'

/** The resources of which many records can be changed at once. */
export type BulkResource = 'albums' | 'artists' | 'tracks'

export const isBulkResource = (resource: ResourceName): resource is BulkResource =>
  resource === 'albums' || resource === 'artists' || resource === 'tracks'

/** The maximum number of records that are changed at once. */
export const maxBulkRecords = 10_000

/** What to change in each record. The members that end in `_ids` have objects with `add`, `remove` or `set`. */
export type BulkChanges = Record<string, unknown>

interface BulkRequest {
  ids: readonly number[]
  changes: BulkChanges
  dry_run?: boolean
  digest?: string
}

/**
 * Changes all records, or none. With `dry_run` it changes nothing, and returns what it would change. With the digest of such a preview, the
 * error is a 409 if it would not change what this has shown.
 */
export const changeRecords = (resource: BulkResource, body: BulkRequest, signal?: AbortSignal): Promise<BulkResult> =>
  client.request('POST', `/console/api/bulk/${resource}`, { body, signal })

/** The maximum number of records that are deleted at once. */
export const maxBulkDeletions = 1_000

/** Deletes all records, or none. A preview is as that of `changeRecords`. */
export const deleteRecords = (
  resource: ResourceName,
  body: BulkDeletion,
  signal?: AbortSignal,
): Promise<BulkDeletionResult> => client.request('POST', `/console/api/bulk/${resource}/delete`, { body, signal })
