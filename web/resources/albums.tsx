import type { ListedAlbum } from '../../client/index.ts'
import type { AlbumSummary } from '../api/types.ts'
import { joinNames, RecordLinks } from '../components/RecordLink.tsx'
import type { Column } from '../components/table/columns.ts'
import { formatDay } from '../format.ts'
import { texts } from '../texts/texts.ts'
import {
  columnWidths,
  countColumn,
  coverColumn,
  dateColumns,
  labelColumn,
  lengthColumn,
  nameColumn,
} from './columns.tsx'

/** The artists of an album that are named, both of two or else the one on most tracks, and what says that there are others. */
const nameArtists = ({ artists, artist_count }: AlbumSummary) => {
  const named = artists.slice(0, artist_count === 2 ? 2 : 1)
  const more = artist_count - named.length
  return { named, others: more > 0 ? ` ${texts.albums.moreArtists(more)}` : '' }
}

/** The artists of an album in one line. */
export const describeArtists = (summary: AlbumSummary | undefined): string | undefined => {
  if (!summary) return
  const { named, others } = nameArtists(summary)
  return joinNames(named) + others || undefined
}

/** The artists of an album in one line, with links to them. */
export const AlbumArtists = ({ summary }: { summary: AlbumSummary | undefined }) => {
  if (!summary) return
  const { named, others } = nameArtists(summary)
  return (
    <span>
      <RecordLinks to="artists" records={named} />
      {others}
    </span>
  )
}

/** The columns of a table of albums. @param summaries - what belongs to each, once it has been read */
export const albumColumns = (summaries: Map<number, AlbumSummary> | undefined): Column<ListedAlbum>[] => [
  ...coverColumn('albums', summaries),
  nameColumn('albums', 'title'),
  {
    name: 'artists',
    title: texts.fields.artists,
    onPhone: 'second-line',
    text: ({ id }) => describeArtists(summaries?.get(id)),
    render: ({ id }) => <AlbumArtists summary={summaries?.get(id)} />,
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
