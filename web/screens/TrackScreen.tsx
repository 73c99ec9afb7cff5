import { Code, Group, Paper, Table } from '@mantine/core'
import { Outlet, useParams } from 'react-router'
import { CopyIcon } from '../components/CopyIcon.tsx'
import { Cover } from '../components/Cover.tsx'
import { LikeButton } from '../components/LikeButton.tsx'
import { LikesOf } from '../components/LikesOf.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { RecordHeader } from '../components/RecordHeader.tsx'
import { RecordLinks } from '../components/RecordLink.tsx'
import { RecordPicture } from '../components/RecordPicture.tsx'
import { useRecord } from '../components/useRecord.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatAge, formatInstant, formatLength, formatYear } from '../format.ts'
import { IconMusic } from '../icons/icons.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** One track. */
export const Component = () => {
  const id = Number(useParams().id)
  const { user } = useSession()
  const { data: track, error, refetch } = useRecord('tracks', id)
  const { album } = track ?? {}
  const summary = useSummaries('albums', album ? [album] : [])?.get(album?.id ?? 0)
  if (error && !track) return <LoadFailure error={error} onRetry={refetch} />
  const rows = track && [
    { title: texts.fields.file_path, value: <FilePath path={track.file_path} canCopy={user !== undefined} /> },
    {
      title: texts.fields.duration_seconds,
      value: track.duration_seconds === null ? texts.tracks.unknown : formatLength(track.duration_seconds),
    },
    { title: texts.fields.artists, value: <RecordLinks to="artists" records={track.artists} /> },
    {
      title: texts.fields.album,
      value: album && <RecordLinks to="albums" records={[{ id: album.id, name: album.title }]} />,
    },
    { title: texts.fields.label, value: album?.label && <RecordLinks to="labels" records={[album.label]} /> },
    { title: texts.fields.genres, value: <RecordLinks to="genres" records={track.genres} /> },
    {
      title: texts.list.added,
      value: texts.list.instant(formatInstant(track.created_at), formatAge(track.created_at)),
    },
    {
      title: texts.list.updated,
      value: texts.list.instant(formatInstant(track.updated_at), formatAge(track.updated_at)),
    },
  ]
  return (
    <>
      <RecordHeader
        resource="tracks"
        record={track}
        picture={
          album ? (
            <Cover name={album.title} picture={summary?.cover} place="page" />
          ) : (
            <RecordPicture icon={IconMusic} />
          )
        }
        kind={texts.fields.track}
        beside={
          track &&
          user && (
            <LikesOf tracks={[track]}>
              <LikeButton track={track} />
            </LikesOf>
          )
        }
        references={track && <RecordLinks to="artists" records={track.artists} />}
        facts={[
          album && <RecordLinks key="album" to="albums" records={[{ id: album.id, name: album.title }]} />,
          album?.release_date && formatYear(album.release_date),
          track?.duration_seconds && formatLength(track.duration_seconds),
        ]}
      />
      {rows && (
        <Paper withBorder>
          <Table variant="vertical" layout="fixed" verticalSpacing="sm" horizontalSpacing="md">
            <Table.Tbody>
              {rows.map(({ title, value }) => (
                <Table.Tr key={title}>
                  <Table.Th w={{ base: 110, sm: 200 }} bg="transparent" c="dimmed" fw={500}>
                    {title}
                  </Table.Th>
                  <Table.Td className="break-anywhere">{value || '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      <Outlet />
    </>
  )
}

/** The path is one of the machine of the server: a guest has no use for it. */
const FilePath = ({ path, canCopy }: { path: string; canCopy: boolean }) => (
  <Group gap="xs" wrap="nowrap">
    <Code className="break-anywhere">{path}</Code>
    {canCopy && <CopyIcon value={path} label={texts.tracks.copyPath} />}
  </Group>
)
