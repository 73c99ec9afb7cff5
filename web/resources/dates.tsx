import type { DataTableColumn } from 'mantine-datatable'
import { Age } from '../components/Age.tsx'
import { texts } from '../texts/texts.ts'
import { columnWidths } from './sizes.ts'
import { wideOnly } from './wideOnly.ts'

/** The columns that say when a record was created and changed. The user may show the latter. */
export const dateColumns = <Row extends { created_at: string; updated_at: string }>(): DataTableColumn<Row>[] => [
  {
    accessor: 'created_at',
    title: texts.list.added,
    width: columnWidths.date,
    sortable: true,
    ...wideOnly,
    render: ({ created_at }) => <Age at={created_at} />,
  },
  {
    accessor: 'updated_at',
    title: texts.list.updated,
    width: columnWidths.date,
    sortable: true,
    defaultToggle: false,
    ...wideOnly,
    render: ({ updated_at }) => <Age at={updated_at} />,
  },
]
