import type { DataTableColumn } from 'mantine-datatable'
import type { Genre } from '../../client/index.ts'
import type { GenreSummary } from '../api/types.ts'
import { Count } from '../components/Count.tsx'
import { RecordLink } from '../components/RecordLink.tsx'
import { texts } from '../texts/texts.ts'
import { dateColumns } from './dates.tsx'
import { columnWidths } from './sizes.ts'

/** The columns of a table of genres. @param summaries - what belongs to each, once it has been read */
export const genreColumns = (summaries: Map<number, GenreSummary> | undefined): DataTableColumn<Genre>[] => [
  {
    accessor: 'name',
    title: texts.fields.name,
    sortable: true,
    render: ({ id, name }) => (
      <RecordLink to="genres" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    accessor: 'tracks',
    title: texts.fields.tracks,
    textAlign: 'right',
    width: columnWidths.count,
    render: ({ id }) => <Count value={summaries?.get(id)?.tracks} />,
  },
  ...dateColumns<Genre>(),
]
