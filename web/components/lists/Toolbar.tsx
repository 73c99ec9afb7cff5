import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Filter, lists } from '../../resources/lists.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { SelectButton } from '../bulk/SelectButton.tsx'
import type { Selection } from '../bulk/useSelection.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import { SearchField } from '../SearchField.tsx'
import { SortSelect } from '../SortSelect.tsx'
import type { ListState } from '../useListState.ts'

interface Props {
  resource: ResourceName
  list: ListState
  filters?: readonly Filter[]
  /** The orders to choose from; those of the resource by default. */
  sorts?: readonly string[]
  /** What the field of the search is called, if not by the records. */
  label?: string
  selection?: Pick<Selection<never>, 'isStarted' | 'toggle'> | undefined
  /** How the records are shown, and what else can be done. */
  children?: ReactNode
}

/** The row above a list: the search, the filters, the order, and what else there is. */
export const Toolbar = ({ resource, list, filters = [], sorts, label, selection, children }: Props) => (
  <Group mb="md" gap="xs" className="toolbar">
    <SearchField list={list} label={label ?? texts.list.search(texts[resource].many)} />
    {filters.length > 0 && <FilterBar list={list} filters={filters} />}
    <Group gap="xs" ml="auto" wrap="nowrap">
      <SelectButton selection={selection} />
      <SortSelect list={list} sorts={sorts ?? lists[resource].sorts} />
      {children}
    </Group>
  </Group>
)
