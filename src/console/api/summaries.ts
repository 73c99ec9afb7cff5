import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { slices } from '../../base/objects.ts'
import { capitalize } from '../../base/words.ts'
import { summarizeAlbums, summarizeArtists, summarizeGenres, summarizeLabels } from '../../catalogue/summaries.ts'
import { createTextResponse } from '../../http/cachedResponse.ts'
import { consoleApiPath } from '../../http/paths.ts'
import { describeParameters, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { idList } from '../../search/filter.ts'
import { NamedObject, NamedRecord, Nullable } from '../../validation/schemas.ts'
import type { Covers } from '../covers/covers.ts'
import { createCoverKeys } from '../covers/keys.ts'
import type { ConsoleDeps } from '../deps.ts'

export const LabelSummary = NamedObject(
  'LabelSummary',
  { id: Type.Integer(), artists: Type.Integer(), albums: Type.Integer(), tracks: Type.Integer() },
  { id: 2, artists: 1, albums: 1, tracks: 11 },
)

export const GenreSummary = NamedObject(
  'GenreSummary',
  { id: Type.Integer(), tracks: Type.Integer() },
  { id: 3, tracks: 12 },
)

const Cover = Type.Optional(
  Nullable(
    Type.String({ description: 'The URL of its picture; null without one, and left out while none are shown.' }),
  ),
)

const exampleCover = `${consoleApiPath}/covers/albums/2?key=1798718400000.2x5k8v9q1zab3.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg`

export const ArtistSummary = NamedObject(
  'ArtistSummary',
  { id: Type.Integer(), tracks: Type.Integer(), albums: Type.Integer(), cover: Cover },
  { id: 2, tracks: 11, albums: 1, cover: null },
)

export const AlbumArtist = NamedObject('AlbumArtist', { ...NamedRecord.properties, tracks: Type.Integer() })

export const AlbumSummary = NamedObject(
  'AlbumSummary',
  {
    id: Type.Integer(),
    tracks: Type.Integer(),
    duration_seconds: Nullable(Type.Integer({ description: 'The sum of the known lengths of its tracks.' })),
    artists: Type.Array(AlbumArtist, { description: 'At most three, those on most tracks first.' }),
    artist_count: Type.Integer(),
    cover: Cover,
  },
  {
    ...{ id: 2, tracks: 11, duration_seconds: 2871 },
    ...{ artists: [{ id: 2, name: 'The Velvet Underground', tracks: 11 }], artist_count: 1 },
    cover: exampleCover,
  },
)

const summaries = {
  labels: { schema: LabelSummary, counted: 'artists, albums and tracks', summarize: summarizeLabels },
  genres: { schema: GenreSummary, counted: 'tracks', summarize: summarizeGenres },
  artists: { schema: ArtistSummary, counted: 'tracks and albums', summarize: summarizeArtists },
  albums: { schema: AlbumSummary, counted: 'tracks and artists', summarize: summarizeAlbums },
}

/** What a summary is made of. The path is undefined for what has no pictures. */
interface Row {
  id: number
  cover_path?: string | null
}

const parameters = { ids: { ...idList, description: 'The ids of the records.', isRequired: true } }

/** How many records one select summarizes. */
const idsPerSelect = 50

/** Numbers about the records of a page. */
export const summaryRoutes = (deps: ConsoleDeps, covers: Covers) => {
  const { library, guards, cache } = deps
  const keys = createCoverKeys(deps)

  /** Replaces the paths of the pictures by their URLs. */
  const addCovers = async (resource: string, rows: readonly Row[]): Promise<object[]> => {
    if (!covers.isOn()) return rows.map(({ cover_path: _, ...summary }) => summary)
    const createKey = await keys.begin()
    const addCover = async ({ cover_path, ...summary }: Row) => {
      if (cover_path === undefined) return summary
      const { id } = summary
      const file = await covers.find(cover_path)
      const key = file && createKey({ resource, id, cover_path }, file.version)
      return { ...summary, cover: key === undefined ? null : `${consoleApiPath}/covers/${resource}/${id}?key=${key}` }
    }
    return Promise.all(rows.map(addCover))
  }

  /** Responds with the summaries of the records that a request names, in the order of the ids. */
  const sendSummaries = async (
    longWork: RequestWork,
    name: string,
    summarize: (read: Reader, ids: number[]) => Promise<Row[]>,
  ): Promise<Response> => {
    const { ids: given = [] } = parseQuery(parameters, new URL(longWork.request.url).searchParams)
    const ids = [...new Set(given)]
    const listed = await library.longSnapshot(longWork, async (read) => {
      const summaries = new Map<number, Row>()
      for (const page of slices(ids, idsPerSelect))
        for (const summary of await summarize(read, page)) summaries.set(summary.id, summary)
      return ids.flatMap((id) => summaries.get(id) ?? [])
    })
    return cache.sendOwn(createTextResponse(JSON.stringify(await addCovers(name, listed))), longWork, {
      isStorable: false,
    })
  }

  const routes = new Elysia({ prefix: '/summaries' }).use(guards.signedInOrGuest)
  for (const [name, { schema, counted, summarize }] of Object.entries(summaries)) {
    routes.get(`/${name}`, ({ longWork }) => sendSummaries(longWork, name, summarize), {
      detail: {
        operationId: `summarize${capitalize(name)}`,
        summary: `Count the ${counted} of ${name}`,
        queryParameters: describeParameters(parameters),
      },
      response: { 200: Type.Array(schema), 400: BadRequestBody, ...errorResponses.signedInOrGuest },
    })
  }
  return routes
}
