import { Badge } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import type { ListedAlbum } from '../../client/index.ts'
import type { AlbumSummary } from '../api/types.ts'
import { RecordLinks } from '../components/RecordLink.tsx'
import { formatDay, formatLength } from '../format.ts'
import { texts } from '../texts/texts.ts'
import { columnWidths, countColumn, dateColumns, labelColumn, nameColumn } from './columns.tsx'
import { wideOnly } from './wideOnly.ts'

/** The artists of an album in one line. */
export const describeArtists = (summary: AlbumSummary | undefined): string | undefined => {
  const [first, second] = summary?.artists ?? []
  if (!summary || !first) return
  if (summary.artist_count === 1) return first.name
  if (summary.artist_count === 2 && second) return `${first.name}, ${second.name}`
  return texts.albums.variousArtists(first.name, summary.artist_count - 1)
}

/** The columns of a table of albums. @param summaries - what belongs to each, once it has been read */
export const albumColumns = (summaries: Map<number, AlbumSummary> | undefined): DataTableColumn<ListedAlbum>[] => [
  nameColumn('albums', 'title'),
  {
    accessor: 'artists',
    title: texts.fields.artists,
    render: ({ id }) => <RecordLinks to="artists" records={summaries?.get(id)?.artists ?? []} />,
  },
  labelColumn(),
  {
    accessor: 'type',
    title: texts.fields.type,
    width: columnWidths.choice,
    ...wideOnly,
    render: ({ type }) => (
      <Badge variant="light" color="gray" tt="none">
        {texts.choices[type]}
      </Badge>
    ),
  },
  {
    accessor: 'release_date',
    title: texts.fields.release_date,
    width: columnWidths.date,
    ...wideOnly,
    sortable: true,
    render: ({ release_date }) => release_date && formatDay(release_date),
  },
  { ...countColumn('tracks', summaries), ...wideOnly },
  {
    accessor: 'duration_seconds',
    title: texts.fields.duration_seconds,
    textAlign: 'right',
    width: columnWidths.sortedCount,
    sortable: true,
    render: ({ id, duration_seconds }) => {
      const seconds = duration_seconds ?? summaries?.get(id)?.duration_seconds
      return seconds && formatLength(seconds)
    },
  },
  ...dateColumns<ListedAlbum>().map((column) => ({ ...column, defaultToggle: false })),
]
