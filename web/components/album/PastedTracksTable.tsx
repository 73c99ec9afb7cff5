import { Stack, Table, Text } from '@mantine/core'
import type { PastedTracksResult } from '../../api/types.ts'
import { formatLength } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { PreviewArea } from '../changes/PreviewArea.tsx'

/** The tracks that a pasted table becomes, and the artists and genres that are created with them. */
export const PastedTracksTable = ({ result }: { result: PastedTracksResult }) => {
  const { tracks, new_artists, new_genres, unread_columns, left_out } = result
  const isNumbered = tracks.some(({ position }) => position !== null)
  return (
    <Stack gap="sm">
      {new_artists.length > 0 && <Text size="sm">{texts.pasteTracks.newArtists(new_artists.join(', '))}</Text>}
      {new_genres.length > 0 && <Text size="sm">{texts.pasteTracks.newGenres(new_genres.join(', '))}</Text>}
      {unread_columns.length > 0 && <Text size="sm">{texts.pasteTracks.unread(unread_columns.join(', '))}</Text>}
      {left_out.length > 0 && <Text size="sm">{texts.pasteTracks.leftOut(left_out.join(', '))}</Text>}
      <PreviewArea>
        <Table stickyHeader withTableBorder verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {isNumbered && <Table.Th>{texts.pasteTracks.number}</Table.Th>}
              <Table.Th>{texts.fields.title}</Table.Th>
              <Table.Th visibleFrom="sm">{texts.fields.artists}</Table.Th>
              <Table.Th visibleFrom="sm">{texts.fields.genres}</Table.Th>
              <Table.Th ta="right">{texts.fields.duration}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tracks.map(({ position, title, file_path, duration_seconds, artists, genres }) => (
              <Table.Tr key={file_path}>
                {isNumbered && <Table.Td>{position}</Table.Td>}
                <Table.Td>
                  {title}
                  <Text size="xs" c="dimmed" className="break-anywhere">
                    {file_path}
                  </Text>
                  <Text size="xs" hiddenFrom="sm">
                    {[...artists, ...genres].join(', ')}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">{artists.join(', ')}</Table.Td>
                <Table.Td visibleFrom="sm">{genres.join(', ')}</Table.Td>
                <Table.Td ta="right">{duration_seconds === null ? '' : formatLength(duration_seconds)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </PreviewArea>
    </Stack>
  )
}
