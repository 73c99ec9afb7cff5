import { Select } from '@mantine/core'
import { IconArrowsSort } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'
import { type ListState, relevance } from './useListState.ts'

interface Props {
  list: ListState
  sorts: { value: string; label: string }[]
}

/** The order of a list that is no table. */
export const SortSelect = ({ list, sorts }: Props) => (
  <Select
    aria-label={texts.list.sortBy}
    data={list.q ? [{ value: relevance, label: texts.list.bestMatch }, ...sorts] : sorts}
    value={list.sort}
    allowDeselect={false}
    onChange={(sort) => list.set({ sort: sort ?? undefined })}
    leftSection={<IconArrowsSort size={16} />}
    w={180}
  />
)
