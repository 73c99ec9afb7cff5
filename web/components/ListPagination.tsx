import { Pagination } from '@mantine/core'
import { texts } from '../texts/texts.ts'
import type { ListState } from './useListState.ts'

/** The pages of a list that is no table. */
export const ListPagination = ({ list, total }: { list: ListState; total: number | undefined }) => {
  if (total === undefined || total <= list.pageSize) return
  return (
    <Pagination
      mt="xl"
      total={Math.ceil(total / list.pageSize)}
      value={list.page}
      onChange={(page) => list.set({ page })}
      getControlProps={(control) => ({ 'aria-label': texts.list[control] })}
    />
  )
}
