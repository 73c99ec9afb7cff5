import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  /** The member that it shows, and the one that the server sorts by if it is sortable. */
  name: string
  title: string
  /** Whether only screen readers read its title. */
  isTitleHidden?: boolean
  /** In pixels. Columns without one share what the others leave, by the lengths of their texts. */
  width?: number
  textAlign?: 'right'
  isSortable?: boolean
  /** Whether it is shown only when the user wants it. */
  isOptional?: boolean
  /** The least width of the window in which it is shown. */
  from?: 'sm' | 'md' | 'lg'
  /** What a screen as narrow as that of a telephone does with it: it stands in the second line, or at one end of the row. */
  onPhone?: 'start' | 'second-line' | 'end'
  /** Its value as plain text. */
  text?(row: Row): string | undefined
  /** Its value; the text by default. */
  render?(row: Row): ReactNode
}
