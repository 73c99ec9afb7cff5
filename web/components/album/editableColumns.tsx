import type { DataTableColumn } from 'mantine-datatable'
import type { ListedTrack } from '../../../client/index.ts'
import { EditableCell, type EditableMember } from './EditableCell.tsx'

const widths: Record<EditableMember, string | number> = { title: '30%', file_path: '30%', duration_seconds: 100 }

const isEditable = (name: string): name is EditableMember => name in widths

/** The columns of a table of tracks whose cells are edited in their places. */
export const editableColumns = (columns: DataTableColumn<ListedTrack>[]): DataTableColumn<ListedTrack>[] =>
  columns.map((column) => {
    const member = String(column.accessor)
    if (!isEditable(member)) return column
    return {
      ...column,
      defaultToggle: true,
      width: widths[member],
      render: (track) => <EditableCell key={track.id} track={track} member={member} />,
    }
  })
