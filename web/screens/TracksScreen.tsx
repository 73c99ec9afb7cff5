import type { ListedTrack } from '../../client/index.ts'
import { LikesOf } from '../components/LikesOf.tsx'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useList } from '../components/lists/useList.ts'
import { trackColumns } from '../resources/tracks.tsx'

const columns = trackColumns<ListedTrack>()

/** All tracks. */
export const Component = () => {
  const list = useList('tracks')
  return (
    <LikesOf tracks={list.query.data?.records}>
      <TableScreen {...list} columns={columns} />
    </LikesOf>
  )
}
