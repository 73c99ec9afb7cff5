import { mapValues, slices } from '../base/objects.ts'
import { type Parameters, parseQuery } from '../http/query.ts'
import type { Reader } from '../library/connection.ts'
import type { LongWork } from '../library/longWork.ts'
import { readCountOrder } from './countOrders.ts'
import { findAllIds, findIds, type Search, type WholeSearch } from './find.ts'
import { createNameIndex, type NameIndexDeps, type NameReader } from './nameIndex/nameIndex.ts'
import { parametersOf, parametersOfAll, parseSearch } from './parameters.ts'
import { bestSum, createMatcher, nameSources, relevance } from './relevance.ts'
import { type Searchable, type SearchableName, searchables } from './searchables.ts'
import { findSuggestions } from './suggestions.ts'
import { readWords } from './words.ts'

/** How many records one statement reads before others may run: those of most pages. It takes a millisecond or two. */
const recordsPerSlice = 100

const parameters = mapValues<SearchableName, Searchable, Parameters>(searchables, parametersOf)

type Matcher = ReturnType<typeof createMatcher>

const readMatcher = async (read: Reader, names: NameReader<SearchableName>, q: string): Promise<Matcher | undefined> =>
  q === '' ? undefined : createMatcher(names, await readWords(read, q))

/** Reads records in the order of their ids in a list. */
const readInOrder = async (read: Reader, name: SearchableName, ids: readonly number[]) => {
  const found = new Map((await searchables[name].readRecords(read, ids)).map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export type SearchPages = ReturnType<typeof createPages>

/** Reads pages of searches, with their records as JSON. */
export const createPages = (deps: NameIndexDeps) => {
  const index = createNameIndex(deps, nameSources)

  const readPage = async (
    read: Reader,
    names: NameReader<SearchableName>,
    resource: SearchableName,
    search: Search & { user_id: number },
    matcher: Matcher | undefined,
  ) => {
    const matches = await matcher?.(resource)
    const best = matches ? bestSum(matches) : null
    const order = await readCountOrder(names, resource, search.sort)
    const { ids, total } = await findIds({ read, resource, search, matches, order })
    const records: string[] = []
    for (const idsOfSlice of slices(ids, recordsPerSlice)) {
      for (const record of await readInOrder(read, resource, idsOfSlice)) records.push(JSON.stringify(record))
    }
    return { json: `[${records.join()}]`, total, best }
  }

  /** Finds the records of a kind whose names are near to the words of a search that has found none. */
  const suggest = async (read: Reader, names: NameReader<SearchableName>, kind: SearchableName, words: string[]) => {
    const ids = await findSuggestions(await names.chunks(kind), words)
    const records = ids.length > 0 ? await readInOrder(read, kind, ids) : []
    return records.map(({ id, name, title }) => ({ id, name: name ?? title }))
  }

  return {
    parameters,
    /** Reads a page of one kind. @throws ValidationError */
    read: (resource: SearchableName, query: URLSearchParams, user_id: number, work: LongWork) => {
      const search = parseSearch(parameters[resource], query)
      return index.snapshot(work, async (read, names) => {
        const matcher = await readMatcher(read, names, search.q)
        const page = await readPage(read, names, resource, { ...search, user_id }, matcher)
        return { ...page, limit: search.limit, offset: search.offset }
      })
    },
    /** Finds all records of a search. The ids are in its order, and of one state of the library. */
    findAll: (resource: SearchableName, search: WholeSearch, work: LongWork): Promise<number[]> =>
      index.snapshot(work, async (read, names) => {
        const matches = await (await readMatcher(read, names, search.q))?.(resource)
        const order = await readCountOrder(names, resource, search.sort)
        return findAllIds({ read, resource, search, matches, order })
      }),
    /** Reads the best matches of several kinds, as a JSON object. @throws ValidationError */
    readAll: (
      kinds: readonly SearchableName[],
      query: URLSearchParams,
      user_id: number,
      work: LongWork,
    ): Promise<string> => {
      const { q = '', limit = 5 } = parseQuery(parametersOfAll, query)
      const search = { q, filters: {}, sort: relevance, descending: false, limit, offset: 0, user_id }
      return index.snapshot(work, async (read, names) => {
        const words = await readWords(read, q)
        const matcher = createMatcher(names, words)
        const members: string[] = []
        for (const kind of kinds) {
          const { json, total, best } = await readPage(read, names, kind, search, matcher)
          const suggestions = total === 0 ? await suggest(read, names, kind, words) : []
          const near = JSON.stringify(suggestions)
          members.push(`"${kind}":{"total":${total},"best":${best},"records":${json},"suggestions":${near}}`)
        }
        return `{${members.join()}}`
      })
    },
  }
}
