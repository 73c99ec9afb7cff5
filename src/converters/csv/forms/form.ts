import type { ResourceName } from '../../../catalogue/resources.ts'
import type { AddRowNote } from '../../notes.ts'
import type { FieldName, ListField } from '../fields.ts'

/** A section whose records are in a table of their own. Those of tracks have their albums, artists and genres beside them. */
export type RecordSection = Exclude<ResourceName, 'tracks'>

/** A table as another program writes it. What a form does not say is read as in any table. */
export interface TableForm {
  /** What a file of it is, such as `a playlist of Exportify`. */
  name: string
  /** Whether a file has all tracks of a library, so that what it does not have may be deleted. */
  isWholeLibrary: boolean
  /** The columns that only this form has together, as `normalizeName` returns them. */
  header: readonly string[]
  columns: Partial<Record<FieldName, string>>
  /** What the rows are; tracks by default. Such a table has no other columns. */
  section?: RecordSection
  listSeparators?: Record<ListField, string>
  /** Makes the text of a field of the text of its cell. */
  read?: Partial<Record<FieldName, (text: string, addNote: AddRowNote) => string>>
}
