import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { summarizeAlbums, summarizeArtists, summarizeGenres, summarizeLabels } from '../../catalogue/summaries.ts'
import type { Reader } from '../../database/connection.ts'
import type { LongWork } from '../../database/longWork.ts'
import { describeParameters, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import { idList } from '../../search/filters.ts'
import { Nullable } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const LabelSummary = Type.Object({ id: Type.Integer(), artists: Type.Integer(), albums: Type.Integer() })

export const GenreSummary = Type.Object({ id: Type.Integer(), tracks: Type.Integer() })

export const ArtistSummary = Type.Object({ id: Type.Integer(), tracks: Type.Integer(), albums: Type.Integer() })

/** An artist of an album, with nothing but its name. */
export const NamedArtist = Type.Object({ id: Type.Integer(), name: Type.String() })

export const AlbumSummary = Type.Object({
  id: Type.Integer(),
  tracks: Type.Integer(),
  duration_seconds: Nullable(Type.Integer({ description: 'The sum of the known lengths of its tracks.' })),
  artists: Type.Array(NamedArtist, { description: 'At most three, those with most tracks first.' }),
  artist_count: Type.Integer(),
})

const parameters = { ids: { ...idList, description: 'The ids of the records.', isRequired: true } }

/** How many records one select summarizes. */
const idsPerSelect = 50

/** Numbers about the records of a page. */
export const summaryRoutes = ({ library, guards }: ConsoleDeps) => {
  /** Reads the summaries of the records that a request names, in the order of the ids. */
  const readSummaries = <Summary extends { id: number }>(
    { request, longWork }: { request: Request; longWork: LongWork },
    summarize: (read: Reader, ids: number[]) => Promise<Summary[]>,
  ): Promise<Summary[]> => {
    const { ids: given = [] } = parseQuery(parameters, new URL(request.url).searchParams)
    const ids = [...new Set(given)]
    return library.longSnapshot(longWork, async (read) => {
      const summaries = new Map<number, Summary>()
      for (let start = 0; start < ids.length; start += idsPerSelect) {
        for (const summary of await summarize(read, ids.slice(start, start + idsPerSelect))) {
          summaries.set(summary.id, summary)
        }
      }
      return ids.flatMap((id) => summaries.get(id) ?? [])
    })
  }

  const describe = (operationId: string, summary: string) => ({
    operationId,
    summary,
    queryParameters: describeParameters(parameters),
  })
  const errors = { 400: BadRequestBody, ...errorResponses.signedIn }
  return new Elysia({ prefix: '/summaries' })
    .use(guards.signedIn)
    .get('/labels', (context) => readSummaries(context, summarizeLabels), {
      detail: describe('summarizeLabels', 'Count the artists and albums of labels'),
      response: { 200: Type.Array(LabelSummary), ...errors },
    })
    .get('/genres', (context) => readSummaries(context, summarizeGenres), {
      detail: describe('summarizeGenres', 'Count the tracks of genres'),
      response: { 200: Type.Array(GenreSummary), ...errors },
    })
    .get('/artists', (context) => readSummaries(context, summarizeArtists), {
      detail: describe('summarizeArtists', 'Count the tracks and albums of artists'),
      response: { 200: Type.Array(ArtistSummary), ...errors },
    })
    .get('/albums', (context) => readSummaries(context, summarizeAlbums), {
      detail: describe('summarizeAlbums', 'Count the tracks and artists of albums'),
      response: { 200: Type.Array(AlbumSummary), ...errors },
    })
}
