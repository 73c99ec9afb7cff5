import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'
import type { BulkDeletionResult, BulkResult } from './types.ts'

/** The resources of which many records can be changed at once. */
export type BulkResource = 'albums' | 'artists' | 'tracks'

/** The maximum number of records that are changed at once. */
export const maxBulkRecords = 10_000

/** What to change in each record. The members that end in `_ids` have objects with `add`, `remove` or `set`. */
export type BulkChanges = Record<string, unknown>

interface BulkRequest {
  ids: readonly number[]
  changes: BulkChanges
}

/** Returns what a change would change, and changes nothing. */
export const previewBulk = (resource: BulkResource, request: BulkRequest): Promise<BulkResult> =>
  client.request('POST', `/console/api/bulk/${resource}`, { body: { ...request, dry_run: true } })

/** Changes all records, or none. If this would not be what the preview with a digest has shown, the error is a 409. */
export const applyBulk = (resource: BulkResource, request: BulkRequest & { digest?: string }): Promise<BulkResult> =>
  client.request('POST', `/console/api/bulk/${resource}`, { body: request })

/** The maximum number of records that are deleted at once. */
export const maxBulkDeletions = 1_000

/** Returns what a deletion would delete, and how much else loses these records; deletes nothing. */
export const previewBulkDeletion = (
  resource: ResourceName,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<BulkDeletionResult> =>
  client.request('POST', `/console/api/bulk/${resource}/delete`, { body: { ids, dry_run: true }, signal })

/** Deletes all records, or none. If this would not be what the preview with this digest has shown, the error is a 409. */
export const applyBulkDeletion = (
  resource: ResourceName,
  body: { ids: readonly number[]; digest: string },
): Promise<BulkDeletionResult> => client.request('POST', `/console/api/bulk/${resource}/delete`, { body })
