import type { DataTableColumn } from 'mantine-datatable'
import type { ListedArtist } from '../../client/index.ts'
import type { ArtistSummary } from '../api/types.ts'
import { Count } from '../components/Count.tsx'
import { RecordLink, RecordLinks } from '../components/RecordLink.tsx'
import { texts } from '../texts/texts.ts'
import { dateColumns } from './dates.tsx'
import { columnWidths } from './sizes.ts'
import { wideOnly } from './wideOnly.ts'

/** The columns of a table of artists. @param summaries - what belongs to each, once it has been read */
export const artistColumns = (summaries: Map<number, ArtistSummary> | undefined): DataTableColumn<ListedArtist>[] => [
  {
    accessor: 'name',
    title: texts.fields.name,
    sortable: true,
    render: ({ id, name }) => (
      <RecordLink to="artists" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    accessor: 'label',
    title: texts.fields.label,
    ...wideOnly,
    render: ({ label }) => label && <RecordLinks to="labels" records={[label]} />,
  },
  {
    accessor: 'albums',
    title: texts.fields.albums,
    textAlign: 'right',
    width: columnWidths.count,
    render: ({ id }) => <Count value={summaries?.get(id)?.albums} />,
  },
  {
    accessor: 'tracks',
    title: texts.fields.tracks,
    textAlign: 'right',
    width: columnWidths.count,
    render: ({ id }) => <Count value={summaries?.get(id)?.tracks} />,
  },
  ...dateColumns<ListedArtist>(),
]
