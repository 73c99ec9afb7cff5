import type { Album, Genre } from '../../client/index.ts'
import { LikeButton } from '../components/LikeButton.tsx'
import { joinNames, RecordChips, RecordLinks } from '../components/RecordLink.tsx'
import type { Column } from '../components/table/columns.ts'
import { texts } from '../texts/texts.ts'
import { columnWidths, dateColumns, lengthColumn, nameColumn } from './columns.tsx'

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
export const trackColumns = <Row extends TrackRow>(without: string[] = []): Column<Row>[] => {
  const columns: Column<Row>[] = [
    {
      name: 'liked',
      title: texts.tracks.liked,
      isTitleHidden: true,
      width: columnWidths.icon,
      onPhone: 'end',
      render: (track) => <LikeButton track={track} />,
    },
    nameColumn('tracks', 'title'),
    {
      name: 'artists',
      title: texts.fields.artists,
      onPhone: 'second-line',
      text: ({ artists = [] }) => joinNames(artists),
      render: ({ artists = [] }) => <RecordLinks to="artists" records={artists} />,
    },
    {
      name: 'album',
      title: texts.fields.album,
      from: 'sm',
      onPhone: 'second-line',
      text: ({ album }) => album?.title,
      render: ({ album }) => album && <RecordLinks to="albums" records={[{ id: album.id, name: album.title }]} />,
    },
    {
      name: 'genres',
      title: texts.fields.genres,
      from: 'lg',
      render: ({ genres }) => <RecordChips to="genres" records={genres} />,
    },
    {
      name: 'file_path',
      title: texts.fields.file_path,
      isOptional: true,
      from: 'sm',
      text: ({ file_path }) => file_path,
      render: ({ file_path }) => <span title={file_path}>{file_path}</span>,
    },
    ...dateColumns<Row>(true),
    lengthColumn(({ duration_seconds }) => duration_seconds),
  ]
  return columns.filter(({ name }) => !without.includes(name))
}
