import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../auth/callers.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { byteOrderMark } from '../../converters/csv/write.ts'
import { describeParameters } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import { fromKeys } from '../../objects.ts'
import { parametersOf, parseSearch } from '../../search/parameters.ts'
import { searchables } from '../../search/searchables.ts'
import { capitalize } from '../../words.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type Chunks, streamOf } from './fileStream.ts'

type CsvDeps = Pick<ConsoleDeps, 'library' | 'search' | 'guards' | 'allowLongSend'>

/** The parameters of a search, but without those of a page: a file has all that is found. */
const parameters = fromKeys(resourceNames, (name) => {
  const { limit, offset, ...others } = parametersOf(searchables[name])
  return others
})

/** How many records are read while others wait, which takes a millisecond or two. */
const recordsPerSlice = 100

const utf8 = new TextEncoder()

/** What a search finds as a CSV file, in the order of the search. */
export const csvRoutes = ({ library, search: pages, guards, allowLongSend }: CsvDeps) => {
  /**
   * Only the ids are in memory, and are of one state of the library. The records are read while they are sent: a transaction that waits
   * for a slow client would let the WAL grow. One that was deleted meanwhile is left out.
   */
  async function* readFile(name: ResourceName, query: URLSearchParams, user_id: number): Chunks {
    const search = parseSearch(parameters[name], query)
    const { csvHeader, readCsvRows, readSharedTitles } = await import('../../converters/csv/recordRows.ts')
    const ids = await pages.findAll(name, { ...search, user_id })
    const titles = name === 'tracks' || name === 'albums' ? await readSharedTitles(library.read) : new Set<string>()
    yield utf8.encode(byteOrderMark + csvHeader(name))
    for (let start = 0; start < ids.length; start += recordsPerSlice) {
      const slice = ids.slice(start, start + recordsPerSlice)
      yield utf8.encode(await library.longSnapshot((read) => readCsvRows(read, name, slice, titles)))
    }
  }

  const respond =
    (name: ResourceName) =>
    async ({ request, caller }: { request: Request; caller: Caller }) => {
      const chunks = readFile(name, new URL(request.url).searchParams, caller.user.id)
      // Before the response: a parameter that is wrong is a 400.
      const first = await chunks.next()
      // As for a GET. Without it, Bun would add a length of 0.
      if (request.method === 'HEAD')
        return new Response(null, { headers: { ...headersOf(name), 'transfer-encoding': 'chunked' } })
      allowLongSend(request)
      return new Response(
        streamOf(first, chunks, () => {}),
        { headers: headersOf(name) },
      )
    }

  const routes = new Elysia({ prefix: '/csv' }).use(guards.signedIn)
  for (const name of resourceNames) {
    routes.get(`/${name}`, respond(name), {
      detail: {
        operationId: `download${capitalize(name)}`,
        summary: `Download ${name} as a CSV file`,
        queryParameters: describeParameters(parameters[name]),
        responseHeaders: ['Content-Disposition'],
      },
      response: { 200: Type.String({ contentMediaType: 'text/csv' }), 400: BadRequestBody, ...errorResponses.signedIn },
    })
  }
  return routes
}

const headersOf = (name: ResourceName) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
})
