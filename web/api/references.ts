import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'

/** Counts what a deletion would affect beside the record itself, by kind. */
export const readReferences = (
  resource: ResourceName,
  id: number,
  signal: AbortSignal,
): Promise<Record<string, number>> => client.request('GET', `/console/api/references/${resource}/${id}`, { signal })
