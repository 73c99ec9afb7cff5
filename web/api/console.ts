import { client } from './client.ts'

// What the console reads and writes beyond the API: docs/api.md, "Console endpoints".

/** What belongs to a record, in numbers. */
export interface AlbumSummary {
  id: number
  tracks: number
  /** The sum of the known lengths of its tracks, in seconds. */
  duration_seconds: number | null
  /** The three artists with most of its tracks. */
  artists: { id: number; name: string }[]
  artist_count: number
}

export interface LabelSummary {
  id: number
  artists: number
  albums: number
}

export interface GenreSummary {
  id: number
  tracks: number
}

export interface ArtistSummary {
  id: number
  tracks: number
  albums: number
}

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
