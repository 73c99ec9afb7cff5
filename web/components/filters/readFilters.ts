import { parseAlbumType } from '../../resources/albumTypes.ts'
import type { Filter } from '../../resources/lists.ts'
import type { ShownList } from '../useListState.ts'

/** Reads the filters of a list from its URL, for the search. */
export const readFilters = (list: ShownList, filters: readonly Filter[]): Record<string, unknown> =>
  Object.fromEntries(
    filters.map((filter) => {
      const { name } = filter
      if ('resource' in filter) return [name, list.getIds(name)]
      if (name === 'type') return [name, parseAlbumType(list.get(name))]
      const value = list.get(name)
      return [name, 'value' in filter && filter.value !== value ? undefined : value]
    }),
  )
