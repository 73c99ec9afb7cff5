import { VisuallyHidden } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import { Link } from 'react-router'
import { IconPencil } from '../../icons/icons.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { wideOnly } from '../../resources/wideOnly.ts'
import { texts } from '../../texts/texts.ts'
import { openedInConsole } from './useLeave.ts'

/** The last column of a table for admins: a link that edits the record. */
export const editColumn = <Listed extends { id: number }>(
  resource: ResourceName | 'users',
): DataTableColumn<Listed> => ({
  accessor: 'edit',
  title: <VisuallyHidden>{texts.editing.edit}</VisuallyHidden>,
  width: 52,
  // On a telephone, the screen of the record has it.
  ...wideOnly,
  textAlign: 'right',
  toggleable: false,
  draggable: false,
  resizable: false,
  render: (record) => (
    <Link
      to={`/${resource}/${record.id}/edit`}
      state={openedInConsole}
      className="row-button mantine-focus-auto"
      aria-label={texts.editing.editTitle(describeRecord(record))}
    >
      <IconPencil size={16} />
    </Link>
  ),
})
