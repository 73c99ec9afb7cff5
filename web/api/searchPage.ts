import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../client/index.ts'
import type { ShownList } from '../components/useListState.ts'
import { client } from './client.ts'

/** The searches that return pages. */
type Searches = Omit<Client['search'], 'all'>
export type SearchName = keyof Searches
export type SearchFilters<Name extends SearchName> = NonNullable<Parameters<Searches[Name]>[0]>

/**
 * The query of a page that a list shows. While the next page is read, the last one stays.
 * @param filters - further parameters of the search, which override those of the list
 */
export const searchPage = <Name extends SearchName>(
  resource: Name,
  { q, sort, page, pageSize }: Pick<ShownList, 'q' | 'sort' | 'page' | 'pageSize'>,
  filters?: SearchFilters<Name>,
) => {
  // The server rejects a name that it can't sort by; the URL may have any.
  const parameters = {
    q: q || undefined,
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...filters,
  } as SearchFilters<Name>
  type Search = (filters: object, options: { signal: AbortSignal }) => ReturnType<Searches[Name]>
  return queryOptions({
    queryKey: ['search', resource, parameters],
    // TypeScript can't see that the search and its parameters belong to the same name.
    queryFn: async ({ signal }) => ({
      ...(await (client.search[resource] as unknown as Search)(parameters, { signal })),
      parameters,
    }),
    placeholderData: keepPreviousData,
  })
}
