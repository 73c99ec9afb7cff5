import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import type { Column } from '../table/columns.ts'
import { EditLink } from './EditLink.tsx'

/** The last column of a table for admins: a link that edits the record. */
export const editColumn = <Listed extends { id: number }>(resource: ResourceName | 'users'): Column<Listed> => ({
  name: 'edit',
  title: texts.editing.edit,
  isTitleHidden: true,
  width: 52,
  // On a telephone, the screen of the record has it.
  from: 'sm',
  textAlign: 'right',
  render: (record) => <EditLink resource={resource} record={record} />,
})
