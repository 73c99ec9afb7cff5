import { VisuallyHidden } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import type { Album, Genre } from '../../client/index.ts'
import { LikeButton } from '../components/LikeButton.tsx'
import { RecordChips, RecordLinks } from '../components/RecordLink.tsx'
import { formatLength } from '../format.ts'
import { texts } from '../texts/texts.ts'
import { columnWidths, dateColumns, nameColumn } from './columns.tsx'
import { wideOnly, widestOnly } from './wideOnly.ts'

/** A track as lists and the screens of other records have it. */
export interface TrackRow {
  id: number
  title: string
  file_path: string
  duration_seconds: number | null
  created_at: string
  updated_at: string
  album?: Album | null
  artists?: { id: number; name: string }[]
  genres: Genre[]
}

/** The columns of a table of tracks, without those that its screen says already. */
export const trackColumns = <Row extends TrackRow>(without: string[] = []): DataTableColumn<Row>[] => {
  const columns: DataTableColumn<Row>[] = [
    {
      accessor: 'liked',
      title: <VisuallyHidden>{texts.tracks.liked}</VisuallyHidden>,
      width: columnWidths.icon,
      render: (track) => <LikeButton track={track} />,
    },
    { ...nameColumn('tracks', 'title'), width: '30%' },
    {
      accessor: 'artists',
      title: texts.fields.artists,
      render: ({ artists = [] }) => <RecordLinks to="artists" records={artists} />,
    },
    {
      accessor: 'album',
      title: texts.fields.album,
      ...wideOnly,
      render: ({ album }) => album && <RecordLinks to="albums" records={[{ id: album.id, name: album.title }]} />,
    },
    {
      accessor: 'genres',
      title: texts.fields.genres,
      ...widestOnly,
      render: ({ genres }) => <RecordChips to="genres" records={genres} />,
    },
    {
      accessor: 'file_path',
      title: texts.fields.file_path,
      defaultToggle: false,
      ...wideOnly,
      render: ({ file_path }) => <span title={file_path}>{file_path}</span>,
    },
    ...dateColumns<Row>().map((column) => ({ ...column, defaultToggle: false })),
    {
      accessor: 'duration_seconds',
      title: texts.fields.duration_seconds,
      textAlign: 'right',
      width: columnWidths.sortedCount,
      sortable: true,
      render: ({ duration_seconds }) => duration_seconds !== null && formatLength(duration_seconds),
    },
  ]
  return columns.filter(({ accessor }) => !without.includes(String(accessor)))
}
