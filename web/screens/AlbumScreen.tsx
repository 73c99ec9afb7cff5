import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from 'mantine-datatable'
import { Outlet, useParams } from 'react-router'
import { client } from '../api/client.ts'
import { Cover } from '../components/Cover.tsx'
import { RecordActions } from '../components/edit/RecordActions.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordLinks } from '../components/RecordLink.tsx'
import { useLikes } from '../components/useLikes.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatDay, formatLength } from '../format.ts'
import { trackColumns } from '../resources/tracks.tsx'
import { texts } from '../texts/texts.ts'

/** One album with its tracks. */
export const Component = () => {
  const id = Number(useParams().id)
  const {
    data: album,
    error,
    refetch,
  } = useQuery({
    queryKey: ['albums', id],
    queryFn: ({ signal }) => client.albums.get(id, { signal }),
  })
  const likes = useLikes(album?.tracks.map((track) => track.id) ?? [])
  const summary = useSummaries('albums', album && [album])?.get(id)
  if (error && !album) return <LoadFailure error={error} onRetry={refetch} />
  if (!album) return <PageHeader title="" />
  const seconds = album.duration_seconds ?? summary?.duration_seconds
  const facts = [
    album.release_date && formatDay(album.release_date),
    texts.list.count(album.tracks.length, texts.tracks.one, texts.tracks.many),
    seconds && formatLength(seconds),
  ]
  return (
    <>
      <Group align="end" gap="xl" mb="xl">
        <Box w={{ base: 140, sm: 200 }}>
          <Cover title={album.title} artist={summary?.artists[0]?.name} />
        </Box>
        <Stack gap="xs" flex="1 1 260px">
          <Badge variant="light" tt="none">
            {texts.albumTypes[album.type]}
          </Badge>
          <PageHeader title={album.title} actions={<RecordActions resource="albums" record={album} />} />
          <Text>
            <RecordLinks to="artists" records={summary?.artists ?? []} />
          </Text>
          <Text c="dimmed" size="sm">
            {facts.filter(Boolean).join(' · ')}
            {album.label && ' · '}
            {album.label && <RecordLinks to="labels" records={[album.label]} />}
          </Text>
        </Stack>
      </Group>
      <DataTable
        records={album.tracks}
        columns={trackColumns(likes, ['album']).map((column) => ({ ...column, sortable: false }))}
        withTableBorder
        borderRadius="md"
        highlightOnHover
        minHeight={album.tracks.length > 0 ? 0 : 180}
        noRecordsText={texts.albums.noTracks}
      />
      <Outlet />
    </>
  )
}
