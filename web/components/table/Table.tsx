import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { Check } from './Check.tsx'
import type { Column } from './columns.ts'
import { dragColumn, formatTemplate, measureShares } from './columnWidths.ts'
import { Heading } from './Heading.tsx'
import { Row } from './Row.tsx'
import { useColumnsWithRoom } from './useRoom.ts'
import { type RowSelection, useRowSelection } from './useRowSelection.ts'

interface Props<Listed> {
  rows: readonly Listed[]
  columns: readonly Column<Listed>[]
  /** What tells the rows apart; their ids by default. It has to be the same function each time. */
  keyOf?(row: Listed): string | number
  /** A name to sort by; after a minus sign in the opposite order. */
  sort?: string
  onSort?(sort: string): void
  /** Without this no row can be selected. */
  selection?: RowSelection<Listed> | undefined
  /** The widths that the user has chosen, by the names of columns. */
  widths?: Readonly<Record<string, number>>
  onResize?(widths: Record<string, number>): void
  /** What the rows are a page of. The columns of another page are measured again. */
  pageKey?: string
  /** Whether each row is one line. */
  isOneLine?: boolean
  isBusy?: boolean
  /** What is shown in the place of rows. */
  empty: ReactNode
  /** A row below the others, such as one that adds a record. */
  lastRow?: ReactNode
}

const idOf = (row: unknown) => (row as { id: number }).id // rows of another form have a `keyOf`

/**
 * Rows in columns. Each row is a grid of its own, and all have the same columns, so that a width is changed without rendering. The headings
 * stay at the top of the window.
 */
export const Table = <Listed,>({
  rows,
  columns: allColumns,
  keyOf = idOf,
  sort,
  onSort,
  selection,
  widths = {},
  onResize,
  pageKey,
  isOneLine,
  isBusy,
  empty,
  lastRow,
}: Props<Listed>) => {
  const columns = useColumnsWithRoom(allColumns)
  const table = useRef<HTMLTableElement>(null)
  const { isSelected, page, togglePage, toggle } = useRowSelection(rows, selection, keyOf)
  // What the first rows of a page need stays, so that no column moves when others come.
  const [{ shares, ...measured }, setMeasured] = useState({ pageKey, shares: {} as Record<string, number> })
  const isOther = measured.pageKey !== pageKey
  if (rows.length > 0 && (isOther || columns.some(({ name }) => !(name in shares))))
    setMeasured({ pageKey, shares: { ...measureShares(columns, rows), ...(isOther ? {} : shares) } })
  const format = (chosen: Readonly<Record<string, number>>) =>
    `${selection ? '44px ' : ''}${formatTemplate(columns, shares, chosen, isOneLine)}`
  const flexible = columns.filter(({ width }) => !width).map(({ name }) => name)
  const drag = (heading: HTMLElement) =>
    dragColumn(heading, flexible, (next, isDone) => {
      table.current?.style.setProperty('--columns', format(next))
      if (isDone) onResize?.(next)
    })
  return (
    <table
      ref={table}
      className="table"
      data-one-line={isOneLine || undefined}
      aria-busy={isBusy}
      style={{ '--columns': format(widths) } as CSSProperties} // the type knows no variables
    >
      <thead>
        <tr>
          {selection && (
            <th>
              <Check label={texts.list.selectPage} {...page} onToggle={togglePage} />
            </th>
          )}
          {columns.map(({ text, render, ...column }) => (
            <Heading
              key={column.name}
              column={column}
              sort={sort}
              onSort={onSort}
              onDrag={onResize && flexible.slice(0, -1).includes(column.name) ? drag : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row
            key={keyOf(row)}
            row={row}
            index={index}
            columns={columns}
            isSelected={isSelected(row)}
            onToggle={toggle}
          />
        ))}
        {rows.length === 0 && (
          <tr className="table-empty">
            <td>{empty}</td>
          </tr>
        )}
        {lastRow && (
          <tr className="table-last">
            <td>{lastRow}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
