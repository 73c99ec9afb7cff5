import type { Reader } from '../database/connection.ts'
import { createYielder } from '../eventLoop.ts'
import { type Parameters, parseQuery } from '../http/query.ts'
import { mapValues } from '../objects.ts'
import { findIds, type Search } from './find.ts'
import { leastMark } from './nameIndex/marks.ts'
import { createNameIndex, type NameIndexDeps, type NameReader } from './nameIndex/nameIndex.ts'
import { parametersOf, parametersOfAll, parseSearch } from './parameters.ts'
import { createMatcher, nameSources, relevance } from './relevance.ts'
import { type Searchable, type SearchableName, searchables } from './searchables.ts'
import { readWords } from './words.ts'

/** How many records one statement reads before others may run: those of most pages. It takes a millisecond or two. */
const recordsPerSlice = 100

/** How many ids one statement reads of a search without pages. It takes milliseconds. */
const idsPerSelect = 2_000

const parameters = mapValues<SearchableName, Searchable, Parameters>(searchables, parametersOf)

type YieldIfDue = () => Promise<void>

type Matcher = ReturnType<typeof createMatcher>

const readMatcher = async (
  read: Reader,
  names: NameReader<SearchableName>,
  q: string,
  yieldIfDue: YieldIfDue,
): Promise<Matcher | undefined> => (q === '' ? undefined : createMatcher(names, await readWords(read, q), yieldIfDue))

export type SearchPages = ReturnType<typeof createPages>

/** Reads pages of searches, with their records as JSON. */
export const createPages = (deps: NameIndexDeps) => {
  const index = createNameIndex(deps, nameSources)

  const readPage = async (
    read: Reader,
    resource: SearchableName,
    search: Search & { user_id: number },
    matcher: Matcher | undefined,
    yieldIfDue: YieldIfDue,
  ) => {
    const searchable: Searchable = searchables[resource]
    const matches = await matcher?.(resource)
    const best = matches ? leastMark(matches) : null
    const { ids, total } = await findIds({ read, resource, searchable, search, matches, yieldIfDue })
    const records: string[] = []
    for (let start = 0; start < ids.length; start += recordsPerSlice) {
      await yieldIfDue()
      const idsOfSlice = ids.slice(start, start + recordsPerSlice)
      const found = new Map((await searchable.readRecords(read, idsOfSlice)).map((record) => [record.id, record]))
      for (const id of idsOfSlice) if (found.has(id)) records.push(JSON.stringify(found.get(id)))
    }
    return { json: `[${records.join()}]`, total, best }
  }

  return {
    parameters,
    /** Reads a page of one kind. @throws ValidationError */
    read: (resource: SearchableName, query: URLSearchParams, user_id: number) => {
      const search = parseSearch(parameters[resource], query)
      const yieldIfDue = createYielder()
      return index.snapshot(yieldIfDue, async (read, names) => {
        const matcher = await readMatcher(read, names, search.q, yieldIfDue)
        const page = await readPage(read, resource, { ...search, user_id }, matcher, yieldIfDue)
        return { ...page, limit: search.limit, offset: search.offset }
      })
    },
    /** Finds all records of a search. The ids are in its order, and of one state of the library. */
    findAll: (
      resource: SearchableName,
      search: Omit<Search, 'limit' | 'offset'> & { user_id: number },
    ): Promise<number[]> => {
      const yieldIfDue = createYielder()
      return index.snapshot(yieldIfDue, async (read, names) => {
        const searchable: Searchable = searchables[resource]
        const matches = await (await readMatcher(read, names, search.q, yieldIfDue))?.(resource)
        const found: number[] = []
        for (;;) {
          const page = { ...search, limit: idsPerSelect, offset: found.length }
          const { ids, total } = await findIds({ read, resource, searchable, search: page, matches, yieldIfDue })
          for (const id of ids) found.push(id)
          if (ids.length < idsPerSelect || found.length >= total) return found
        }
      })
    },
    /** Reads the best matches of several kinds, as a JSON object. @throws ValidationError */
    readAll: (kinds: readonly SearchableName[], query: URLSearchParams, user_id: number): Promise<string> => {
      const { q = '', limit = 5 } = parseQuery(parametersOfAll, query)
      const search = { q, filters: {}, sort: relevance, descending: false, limit, offset: 0, user_id }
      const yieldIfDue = createYielder()
      return index.snapshot(yieldIfDue, async (read, names) => {
        const matcher = await readMatcher(read, names, q, yieldIfDue)
        const members: string[] = []
        for (const kind of kinds) {
          const { json, total, best } = await readPage(read, kind, search, matcher, yieldIfDue)
          members.push(`"${kind}":{"total":${total},"best":${best},"records":${json}}`)
        }
        return `{${members.join()}}`
      })
    },
  }
}
