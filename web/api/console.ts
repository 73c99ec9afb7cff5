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

/** Returns the demo to its first state. Only a demo has the path. */
export const resetDemo = (): Promise<void> => client.request('POST', '/console/api/demo/reset')
