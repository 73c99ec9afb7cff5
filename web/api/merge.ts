import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'
import type { Duplicates, MergeResult, NamedRecord } from './types.ts'

/** The resources whose records can be merged. */
export type MergeResource = 'labels' | 'genres' | 'artists' | 'albums'

export const isMergeResource = (resource: ResourceName): resource is MergeResource => resource !== 'tracks'

/** The maximum number of records that become one. */
export const maxMergedRecords = 101

interface Merge {
  /** The record that stays. */
  into: number
  from: readonly number[]
}

/** Returns what a merge would change, and changes nothing. */
export const previewMerge = (
  resource: MergeResource,
  { into, from }: Merge,
  signal: AbortSignal,
): Promise<MergeResult> =>
  client.request('POST', `/console/api/${resource}/${into}/merge`, { body: { from, dry_run: true }, signal })

/** Merges all records, or none. If this would not be what the preview with this digest has shown, the error is a 409. */
export const applyMerge = (resource: MergeResource, { into, from }: Merge, digest: string): Promise<MergeResult> =>
  client.request('POST', `/console/api/${resource}/${into}/merge`, { body: { from, digest } })

/** Reads a page of the groups of records that are likely the same one. */
export const readDuplicates = (
  resource: ResourceName,
  { limit, offset }: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<Duplicates> =>
  client.request('GET', `/console/api/duplicates?resource=${resource}&limit=${limit}&offset=${offset}`, { signal })

/** Reads the first records of a name, up to differences of case, accents and punctuation. */
export const readNamesakes = (resource: ResourceName, name: string): Promise<NamedRecord[]> =>
  client.request('GET', `/console/api/namesakes?${new URLSearchParams({ resource, name })}`)
