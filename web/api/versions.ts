import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'

/** Reads the ETag of a record, and nothing else of it. */
export const readEtag = async (resource: ResourceName | 'users', id: number, signal?: AbortSignal): Promise<string> =>
  client.etagOf(await client.request('HEAD', `/api/${resource}/${id}`, { signal }))
