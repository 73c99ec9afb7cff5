import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { slices } from '../../base/objects.ts'
import { summarizeAlbums, summarizeArtists, summarizeGenres, summarizeLabels } from '../../catalogue/summaries.ts'
import { createTextResponse } from '../../http/cachedResponse.ts'
import { describeParameters, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { idList } from '../../search/filter.ts'
import { NamedObject, NamedRecord, Nullable } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const LabelSummary = NamedObject(
  'LabelSummary',
  { id: Type.Integer(), artists: Type.Integer(), albums: Type.Integer() },
  { id: 2, artists: 1, albums: 1 },
)

export const GenreSummary = NamedObject(
  'GenreSummary',
  { id: Type.Integer(), tracks: Type.Integer() },
  { id: 3, tracks: 12 },
)

export const ArtistSummary = NamedObject(
  'ArtistSummary',
  { id: Type.Integer(), tracks: Type.Integer(), albums: Type.Integer() },
  { id: 2, tracks: 11, albums: 1 },
)

export const AlbumSummary = NamedObject(
  'AlbumSummary',
  {
    id: Type.Integer(),
    tracks: Type.Integer(),
    duration_seconds: Nullable(Type.Integer({ description: 'The sum of the known lengths of its tracks.' })),
    artists: Type.Array(NamedRecord, { description: 'At most three, those with most tracks first.' }),
    artist_count: Type.Integer(),
  },
  { id: 2, tracks: 11, duration_seconds: 2871, artists: [{ id: 2, name: 'The Velvet Underground' }], artist_count: 1 },
)

const parameters = { ids: { ...idList, description: 'The ids of the records.', isRequired: true } }

/** How many records one select summarizes. */
const idsPerSelect = 50

/** Numbers about the records of a page. */
export const summaryRoutes = ({ library, guards, cache }: ConsoleDeps) => {
  /** Responds with the summaries of the records that a request names, in the order of the ids. */
  const sendSummaries = async <Summary extends { id: number }>(
    longWork: RequestWork,
    summarize: (read: Reader, ids: number[]) => Promise<Summary[]>,
  ): Promise<Response> => {
    const { ids: given = [] } = parseQuery(parameters, new URL(longWork.request.url).searchParams)
    const ids = [...new Set(given)]
    const listed = await library.longSnapshot(longWork, async (read) => {
      const summaries = new Map<number, Summary>()
      for (const page of slices(ids, idsPerSelect))
        for (const summary of await summarize(read, page)) summaries.set(summary.id, summary)
      return ids.flatMap((id) => summaries.get(id) ?? [])
    })
    return cache.sendOwn(createTextResponse(JSON.stringify(listed)), longWork, { isStorable: false })
  }

  const describe = (operationId: string, summary: string) => ({
    operationId,
    summary,
    queryParameters: describeParameters(parameters),
  })
  const errors = { 400: BadRequestBody, ...errorResponses.signedInOrGuest }
  return new Elysia({ prefix: '/summaries' })
    .use(guards.signedInOrGuest)
    .get('/labels', ({ longWork }) => sendSummaries(longWork, summarizeLabels), {
      detail: describe('summarizeLabels', 'Count the artists and albums of labels'),
      response: { 200: Type.Array(LabelSummary), ...errors },
    })
    .get('/genres', ({ longWork }) => sendSummaries(longWork, summarizeGenres), {
      detail: describe('summarizeGenres', 'Count the tracks of genres'),
      response: { 200: Type.Array(GenreSummary), ...errors },
    })
    .get('/artists', ({ longWork }) => sendSummaries(longWork, summarizeArtists), {
      detail: describe('summarizeArtists', 'Count the tracks and albums of artists'),
      response: { 200: Type.Array(ArtistSummary), ...errors },
    })
    .get('/albums', ({ longWork }) => sendSummaries(longWork, summarizeAlbums), {
      detail: describe('summarizeAlbums', 'Count the tracks and artists of albums'),
      response: { 200: Type.Array(AlbumSummary), ...errors },
    })
}
