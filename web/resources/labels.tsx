import type { DataTableColumn } from 'mantine-datatable'
import type { Label } from '../../client/index.ts'
import type { LabelSummary } from '../api/types.ts'
import { Count } from '../components/Count.tsx'
import { RecordLink } from '../components/RecordLink.tsx'
import { texts } from '../texts/texts.ts'
import { dateColumns } from './dates.tsx'
import { columnWidths } from './sizes.ts'

/** The columns of a table of labels. @param summaries - what belongs to each, once it has been read */
export const labelColumns = (summaries: Map<number, LabelSummary> | undefined): DataTableColumn<Label>[] => [
  {
    accessor: 'name',
    title: texts.fields.name,
    sortable: true,
    render: ({ id, name }) => (
      <RecordLink to="labels" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    accessor: 'artists',
    title: texts.fields.artists,
    textAlign: 'right',
    width: columnWidths.count,
    render: ({ id }) => <Count value={summaries?.get(id)?.artists} />,
  },
  {
    accessor: 'albums',
    title: texts.fields.albums,
    textAlign: 'right',
    width: columnWidths.count,
    render: ({ id }) => <Count value={summaries?.get(id)?.albums} />,
  },
  ...dateColumns<Label>(),
]
