import { Card, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ListedAlbum } from '../../client/index.ts'
import type { AlbumSummary } from '../api/types.ts'
import { formatYear } from '../format.ts'
import { describeArtists } from '../resources/albums.tsx'
import { useSession } from '../session/useSession.ts'
import { Cover } from './Cover.tsx'
import { EmptyList } from './EmptyList.tsx'
import { EditBeside } from './edit/EditBeside.tsx'
import { EditLink } from './edit/EditLink.tsx'
import { useSummaries } from './useSummaries.ts'

interface Props {
  /** Undefined until they have been read. */
  albums: ListedAlbum[] | undefined
  /** How many covers are expected. */
  expected?: number
}

/** Albums as covers. */
export const AlbumGrid = ({ albums, expected = 12 }: Props) => {
  const summaries = useSummaries('albums', albums)
  const { isAdmin } = useSession()
  if (albums?.length === 0) return <EmptyList />
  return (
    <div className="album-grid" aria-busy={!albums}>
      {albums?.map((album) => (
        <div key={album.id} className="album-cell">
          <AlbumCard album={album} {...readSummary(summaries?.get(album.id))} />
          {isAdmin && <EditLink resource="albums" record={album} hidden />}
        </div>
      ))}
      {albums && <EditBeside resource="albums" records={albums} />}
      {!albums && Array.from({ length: expected }, (_, n) => n).map((n) => <AlbumSkeleton key={n} />)}
    </div>
  )
}

const readSummary = (summary: AlbumSummary | undefined) => ({
  artist: describeArtists(summary),
  picture: summary?.cover,
})

const AlbumCard = ({ album, artist, picture }: { album: ListedAlbum } & ReturnType<typeof readSummary>) => (
  <Card component={Link} to={`/albums/${album.id}`} p={0} bg="transparent" className="album-card">
    <Cover name={album.title} artist={artist} picture={picture} />
    <Text fw={600} size="sm" mt="xs" truncate title={album.title}>
      {album.title}
    </Text>
    <Text c="dimmed" size="xs" truncate>
      {[artist, album.release_date && formatYear(album.release_date)].filter(Boolean).join(' · ') || '\u00a0'}
    </Text>
  </Card>
)

/** As high as an album, so that nothing moves when the albums arrive. */
const AlbumSkeleton = () => (
  <div>
    <Skeleton className="cover" />
    <Skeleton h={12} w="70%" mt={14} mb={5} />
    <Skeleton h={10} w="45%" mt={10} mb={4} />
  </div>
)
