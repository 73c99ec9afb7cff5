import { useMemo } from 'react'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useList } from '../components/lists/useList.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { artistColumns } from '../resources/artists.tsx'

/** All artists. */
export const Component = () => {
  const list = useList('artists')
  const summaries = useSummaries('artists', list.query.data?.records)
  return <TableScreen {...list} columns={useMemo(() => artistColumns(summaries), [summaries])} />
}
