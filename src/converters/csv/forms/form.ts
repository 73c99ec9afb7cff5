import type { AddRowNote } from '../../notes.ts'
import type { FieldName, ListField } from '../fields.ts'

/** A table as another program writes it. What a form does not say is read as in any table. */
export interface TableForm {
  /** What a file of it is, such as `a playlist of Exportify`. */
  name: string
  /** The columns that only this form has together, as `normalizeName` returns them. */
  header: readonly string[]
  columns: Partial<Record<FieldName, string>>
  listSeparators?: Record<ListField, string>
  /** Makes the text of a field of the text of its cell. */
  read?: Partial<Record<FieldName, (text: string, addNote: AddRowNote) => string>>
}
