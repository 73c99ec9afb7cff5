import { useQuery } from '@tanstack/react-query'
import { type SearchFilters, type SearchName, searchPage } from '../api/searchPage.ts'
import type { ListState } from './useListState.ts'

/** Reads the page of a search that a list shows. @param filters - further parameters of the search, which override those of the list */
export const useSearchPage = <Name extends SearchName>(
  resource: Name,
  list: Pick<ListState, 'q' | 'sort' | 'page' | 'pageSize'>,
  filters?: SearchFilters<Name>,
) => useQuery(searchPage(resource, list, filters))
