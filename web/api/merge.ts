import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'
import type { Duplicates, MergeRequest, MergeResult, NamedRecord } from './types.ts'

/** The resources whose records can be merged. */
export type MergeResource = 'labels' | 'genres' | 'artists' | 'albums'

export const isMergeResource = (resource: ResourceName): resource is MergeResource => resource !== 'tracks'

/** The maximum number of records that become one. */
export const maxMergedRecords = 101

/** Merges records into another one: all of them, or none. A preview is as that of `changeRecords`. */
export const mergeRecords = (
  resource: MergeResource,
  into: number,
  body: MergeRequest,
  signal?: AbortSignal,
): Promise<MergeResult> => client.request('POST', `/console/api/${resource}/${into}/merge`, { body, signal })

/** How the names of likely duplicates are alike. */
export const likenesses = ['same', 'near'] as const

/** Reads a page of the groups of records that are likely the same one. */
export const readDuplicates = (
  resource: ResourceName,
  names: (typeof likenesses)[number],
  { limit, offset }: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<Duplicates> => {
  const path = `/console/api/duplicates?resource=${resource}&names=${names}&limit=${limit}&offset=${offset}`
  return client.request('GET', path, { signal })
}

/** Reads the first likely duplicates of a record of a name. @param named - with its id, if it is there already */
export const readNamesakes = (resource: ResourceName, named: { id?: number; name: string }): Promise<NamedRecord[]> =>
  client.request('GET', `/console/api/namesakes?${new URLSearchParams({ resource, ...(named as { name: string }) })}`)
