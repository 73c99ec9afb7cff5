import { parseAlbumType } from '../../resources/albumTypes.ts'
import type { ListState } from '../useListState.ts'

const readAll = (list: ListState) => ({
  artist_id: list.getIds('artist_id'),
  album_id: list.getIds('album_id'),
  genre_id: list.getIds('genre_id'),
  label_id: list.getIds('label_id'),
  type: parseAlbumType(list.get('type')),
  release_date: list.get('release_date'),
  duration_seconds: list.get('duration_seconds'),
  created_at: list.get('created_at'),
  liked: list.get('liked') === 'true' || undefined,
})

type Filters = ReturnType<typeof readAll>

/** Reads the filters of a list from its URL, for the search. @param names - the filters that the list has */
export const readFilters = <Name extends keyof Filters>(list: ListState, names: readonly Name[]) => {
  const all = readAll(list)
  // `fromEntries` forgets the types of the members.
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Filters, Name>
}
