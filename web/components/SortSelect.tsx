import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'
import { type ListState, relevance } from './useListState.ts'

/** The order of a list. @param sorts - names that the search sorts by, in the opposite order after a minus sign */
export const SortSelect = ({ list, sorts }: { list: ListState; sorts: readonly string[] }) => {
  const all = new Set([...(list.q ? [relevance] : []), ...sorts, list.sort])
  return (
    <NativeSelect
      className="sort-select"
      aria-label={texts.list.sortBy}
      data={[...all].map((value) => ({ value, label: texts.list.sorts(value) }))}
      value={list.sort}
      onChange={(event) => list.set({ sort: event.currentTarget.value })}
      leftSection={<IconArrowsSort size={16} />}
    />
  )
}
