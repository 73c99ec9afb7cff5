import { memo } from 'react'
import { describeRecord } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { Check } from './Check.tsx'
import type { Column } from './columns.ts'

interface Props<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  /** Undefined if no row can be selected. */
  isSelected: boolean | undefined
  onToggle(index: number, isRange: boolean): void
}

const TableRow = <Row,>({ row, index, columns, isSelected, onToggle }: Props<Row>) => (
  <tr data-selected={isSelected || undefined}>
    {isSelected !== undefined && (
      <td>
        <Check
          label={texts.list.select(describeRecord(row as { id: number }))} // only records are selected
          isChecked={isSelected}
          onToggle={(isShifted) => onToggle(index, isShifted)}
        />
      </td>
    )}
    {columns.map(({ name, textAlign, text, render }) => (
      <td key={name} data-name={name} data-align={textAlign}>
        {render ? render(row) : text?.(row)}
      </td>
    ))}
  </tr>
)

/** A row of a table. It is rendered only when what it shows has changed. */
export const Row = memo(TableRow) as typeof TableRow // memo forgets the type of the row
