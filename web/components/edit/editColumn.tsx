import { Link } from 'react-router'
import { IconPencil } from '../../icons/icons.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import type { Column } from '../table/columns.ts'
import { opensDrawer } from './useLeave.ts'

/** The last column of a table for admins: a link that edits the record. */
export const editColumn = <Listed extends { id: number }>(resource: ResourceName | 'users'): Column<Listed> => ({
  name: 'edit',
  title: texts.editing.edit,
  isTitleHidden: true,
  width: 52,
  // On a telephone, the screen of the record has it.
  from: 'sm',
  textAlign: 'right',
  render: (record) => (
    <Link
      to={`/${resource}/${record.id}/edit`}
      {...opensDrawer}
      className="row-button mantine-focus-auto"
      aria-label={texts.editing.editTitle(describeRecord(record))}
    >
      <IconPencil size={16} />
    </Link>
  ),
})
