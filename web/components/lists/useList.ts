import type { LoaderFunction } from 'react-router'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/queryClient.ts'
import { searchPage } from '../../api/searchPage.ts'
import { lists } from '../../resources/lists.ts'
import type { ResourceName } from '../../resources/names.ts'
import { readFilters } from '../filters/readFilters.ts'
import { readList, useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

/** The list of all records of a resource, as its URL describes it, and the query of its page. */
export const useList = <Name extends ResourceName>(resource: Name) => {
  const { sorts, filters } = lists[resource]
  const list = useListState(sorts[0] ?? '')
  return { resource, list, query: useSearchPage(resource, list, readFilters(list, filters)) }
}

/** Starts to read the page of a list as soon as its path is opened, while its code is loaded and the session is checked. */
export const loadList =
  (resource: ResourceName): LoaderFunction =>
  ({ request }) => {
    const { sorts, filters } = lists[resource]
    const list = readList(new URL(request.url).searchParams, sorts[0] ?? '')
    if (client.token !== undefined) queryClient.prefetchQuery(searchPage(resource, list, readFilters(list, filters)))
    return null
  }
