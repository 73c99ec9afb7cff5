import type { TableForm } from '../csv/forms.ts'

/** What a reader of a form gets of a file, one after another. */
export interface XmlEvents {
  onOpen(element: string, attributes: Readonly<Record<string, string>>): void
  onClose(element: string, text: string): void
}

/** A track: its values by the names of `columns`, or why it is left out. */
export type XmlTrack = ReadonlyMap<string, string> | { note: string }

/** A library of another program in XML. Its tracks are read as the rows of a table. */
export interface XmlForm {
  /** The name of the first element. */
  root: string
  columns: readonly string[]
  table: TableForm
  /** @param onTrack - called for each track, when it is complete */
  createReader(onTrack: (track: XmlTrack) => void): XmlEvents
}
