import { useMemo } from 'react'
import type { Genre } from '../../client/index.ts'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useList } from '../components/lists/useList.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { countColumn, dateColumns, nameColumn } from '../resources/columns.tsx'

/** All genres. */
export const Component = () => {
  const list = useList('genres')
  const summaries = useSummaries('genres', list.query.data?.records)
  const columns = useMemo(
    () => [
      nameColumn<Genre>('genres', 'name'),
      countColumn<Genre, 'tracks'>('tracks', summaries),
      ...dateColumns<Genre>(),
    ],
    [summaries],
  )
  return <TableScreen {...list} columns={columns} />
}
