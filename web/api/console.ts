import { toApiError } from '../../client/errors.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { client } from './client.ts'
import type { AlbumSummary, ArtistSummary, GenreSummary, LabelSummary } from './types.ts'

// What the console reads and writes beyond the API: docs/api.md, "Console endpoints".

interface Summaries {
  labels: LabelSummary
  genres: GenreSummary
  artists: ArtistSummary
  albums: AlbumSummary
}

/** Reads the summaries of some records of a resource, by their ids. */
export const readSummaries = async <Name extends keyof Summaries>(
  resource: Name,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, Summaries[Name]>> => {
  const path = `/console/api/summaries/${resource}?ids=${ids.join()}`
  const summaries = await client.request<Summaries[Name][]>('GET', path, { signal })
  return new Map(summaries.map((summary) => [summary.id, summary]))
}

/** Reads the picture of a path in the folder of covers as a `data:` URL; null where there is none. */
export const readCoverFile = async (path: string, signal: AbortSignal): Promise<string | null> => {
  const response = await fetch(serviceUrl(`/console/api/covers/file?${new URLSearchParams({ path })}`), {
    headers: { authorization: `Bearer ${client.token}` },
    // The file may be another one since.
    cache: 'no-cache',
    signal,
  })
  if (response.status === 404) return null
  if (!response.ok) throw toApiError(response, await response.text())
  const reader = new FileReader()
  reader.readAsDataURL(await response.blob())
  await new Promise((resolve) => reader.addEventListener('loadend', resolve))
  return reader.result as string | null // it is no ArrayBuffer
}

/** Returns the demo to its first state. Only a demo has the path. */
export const resetDemo = (): Promise<void> => client.request('POST', '/console/api/demo/reset')
