import type { ListedTrack } from '../../../client/index.ts'
import type { Column } from '../table/columns.ts'
import { EditableCell, type EditableMember } from './EditableCell.tsx'

const members: readonly string[] = ['title', 'file_path', 'duration_seconds'] satisfies EditableMember[]

const isEditable = (name: string): name is EditableMember => members.includes(name)

/** The columns of a table of tracks whose cells are edited in their places. */
export const editableColumns = (columns: Column<ListedTrack>[]): Column<ListedTrack>[] =>
  columns.map((column) => {
    const member = column.name
    if (!isEditable(member)) return column
    return {
      ...column,
      isOptional: false,
      render: (track) => <EditableCell key={track.id} track={track} member={member} />,
    }
  })
