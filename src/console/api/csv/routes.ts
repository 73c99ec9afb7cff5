import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../../accounts/callers.ts'
import { fromKeys } from '../../../base/objects.ts'
import { capitalize } from '../../../base/words.ts'
import { type ResourceName, resourceNames } from '../../../catalogue/resources.ts'
import { describeParameters } from '../../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../../http/schemas.ts'
import type { LongWork, RequestWork } from '../../../library/longWork.ts'
import type { WholeSearch } from '../../../search/find.ts'
import { packIds } from '../../../search/nameIndex/chunk.ts'
import { parametersOf, parseSearch } from '../../../search/parameters.ts'
import { searchables } from '../../../search/searchables.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { type Chunks, type Downloads, fileHeaders } from '../fileStream.ts'

type CsvDeps = Pick<ConsoleDeps, 'library' | 'search' | 'guards'> & { downloads: Downloads }

/** The parameters of a search, but without those of a page: a file has all that is found. */
const parameters = fromKeys(resourceNames, (name) => {
  const { limit, offset, ...others } = parametersOf(searchables[name])
  return others
})

/** How many records are read while others wait, which takes a millisecond or two. */
const recordsPerSlice = 100

const utf8 = new TextEncoder()

/** What a search finds as a CSV file, in the order of the search. */
export const csvRoutes = ({ library, search: pages, guards, downloads }: CsvDeps) => {
  /**
   * Only the ids are in memory, and are of one state of the library. The records are read while they are sent: a transaction that waits
   * for a slow client would let the WAL grow. One that was deleted meanwhile is left out.
   */
  async function* readFile(name: ResourceName, search: WholeSearch, work: LongWork): Chunks {
    const { csvHeader, readCsvRows, readSharedTitles } = await import('./recordRows.ts')
    const ids = packIds(await pages.findAll(name, search, work))
    const hasTitles = name === 'tracks' || name === 'albums'
    const titles = hasTitles ? await library.longSnapshot(work, readSharedTitles) : new Set<string>()
    yield utf8.encode(csvHeader(name))
    for (let start = 0; start < ids.length; start += recordsPerSlice) {
      const slice = [...ids.subarray(start, start + recordsPerSlice)]
      yield utf8.encode(await library.longSnapshot(work, (read) => readCsvRows(read, name, slice, titles)))
    }
  }

  const respond =
    (name: ResourceName) =>
    async ({ request, caller, longWork }: { request: Request; caller: Caller; longWork: RequestWork }) => {
      const search = parseSearch(parameters[name], new URL(request.url).searchParams)
      const chunks = readFile(name, { ...search, user_id: caller.user.id }, longWork)
      return downloads.send(longWork, fileHeaders('text/csv; charset=utf-8', name, 'csv'), chunks)
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
      response: {
        200: Type.String({ contentMediaType: 'text/csv' }),
        400: BadRequestBody,
        ...errorResponses.signedIn,
      },
    })
  }
  return routes
}
