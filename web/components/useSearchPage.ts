import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Client } from '../../client/index.ts'
import { client } from '../api/client.ts'
import type { ListState } from './useListState.ts'

/** The searches that return pages. */
type Searches = Omit<Client['search'], 'all'>
type Filters<Name extends keyof Searches> = NonNullable<Parameters<Searches[Name]>[0]>

/**
 * Reads the page of a search that a list shows. While the next page is read, the last one stays.
 * @param filters - further parameters of the search, which override those of the list
 */
export const useSearchPage = <Name extends keyof Searches>(
  resource: Name,
  { q, sort, page, pageSize }: Pick<ListState, 'q' | 'sort' | 'page' | 'pageSize'>,
  filters?: Filters<Name>,
) => {
  // The server rejects a name that it can't sort by; the URL may have any.
  const parameters = {
    q: q || undefined,
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...filters,
  } as Filters<Name>
  type Found = Awaited<ReturnType<Searches[Name]>>
  return useQuery({
    queryKey: ['search', resource, parameters],
    // TypeScript can't see that the search and its parameters belong to the same name.
    queryFn: async ({ signal }) => {
      const found = await (client.search[resource] as (...args: unknown[]) => Promise<Found>)(parameters, { signal })
      return { ...found, parameters }
    },
    placeholderData: keepPreviousData,
  })
}
