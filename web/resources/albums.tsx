import type { ListedAlbum } from '../../client/index.ts'
import type { AlbumSummary } from '../api/types.ts'
import { RecordLinks } from '../components/RecordLink.tsx'
import type { Column } from '../components/table/columns.ts'
import { formatDay } from '../format.ts'
import { texts } from '../texts/texts.ts'
import { columnWidths, countColumn, dateColumns, labelColumn, lengthColumn, nameColumn } from './columns.tsx'

/** The artists of an album in one line. */
export const describeArtists = (summary: AlbumSummary | undefined): string | undefined => {
  const [first, second] = summary?.artists ?? []
  if (!summary || !first) return
  if (summary.artist_count === 1) return first.name
  if (summary.artist_count === 2 && second) return `${first.name}, ${second.name}`
  return texts.albums.variousArtists(first.name, summary.artist_count - 1)
}

/** The columns of a table of albums. @param summaries - what belongs to each, once it has been read */
export const albumColumns = (summaries: Map<number, AlbumSummary> | undefined): Column<ListedAlbum>[] => [
  nameColumn('albums', 'title'),
  {
    name: 'artists',
    title: texts.fields.artists,
    onPhone: 'second-line',
    text: ({ id }) => describeArtists(summaries?.get(id)),
    render: ({ id }) => <RecordLinks to="artists" records={summaries?.get(id)?.artists ?? []} />,
  },
  labelColumn(),
  {
    name: 'type',
    title: texts.fields.type,
    width: columnWidths.choice,
    from: 'lg',
    text: ({ type }) => texts.choices[type],
  },
  {
    name: 'release_date',
    title: texts.fields.release_date,
    width: columnWidths.date,
    from: 'sm',
    isSortable: true,
    text: ({ release_date }) => (release_date ? formatDay(release_date) : undefined),
  },
  { ...countColumn('tracks', summaries), from: 'lg' },
  lengthColumn(({ id, duration_seconds }) => (duration_seconds ?? summaries?.get(id)?.duration_seconds) || undefined),
  ...dateColumns<ListedAlbum>(true),
]
