import { useMemo } from 'react'
import type { Label } from '../../client/index.ts'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useList } from '../components/lists/useList.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { countColumn, dateColumns, nameColumn } from '../resources/columns.tsx'

/** All labels. */
export const Component = () => {
  const list = useList('labels')
  const summaries = useSummaries('labels', list.query.data?.records)
  const columns = useMemo(
    () => [
      nameColumn<Label>('labels', 'name'),
      countColumn<Label, 'artists'>('artists', summaries),
      countColumn<Label, 'albums'>('albums', summaries, true),
      countColumn<Label, 'tracks'>('tracks', summaries, true),
      ...dateColumns<Label>(),
    ],
    [summaries],
  )
  return <TableScreen {...list} columns={columns} />
}
