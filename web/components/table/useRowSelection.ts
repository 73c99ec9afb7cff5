import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useRef } from 'react'

/** The rows of a list that are selected, on any of its pages. */
export interface RowSelection<Row> {
  records: Row[]
  onChange(records: Row[]): void
}

/** Which rows of a page are selected, and the functions that select others. @param selection - undefined if none can be selected */
export const useRowSelection = <Row>(
  rows: readonly Row[],
  selection: RowSelection<Row> | undefined,
  keyOf: (row: Row) => string | number,
) => {
  const records = selection?.records
  const selected = useMemo(() => new Map(records?.map((row) => [keyOf(row), row])), [records, keyOf])
  const count = rows.filter((row) => selected.has(keyOf(row))).length
  const last = useRef(0)
  const select = (chosen: readonly Row[], isOn: boolean) => {
    const next = new Map(selected)
    for (const row of chosen) {
      if (isOn) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    selection?.onChange([...next.values()])
  }
  return {
    isSelected: (row: Row) => (selection ? selected.has(keyOf(row)) : undefined),
    page: { isChecked: count > 0 && count === rows.length, isPartial: count > 0 && count < rows.length },
    togglePage: () => select(rows, count < rows.length),
    /** It is always the same function, so that it renders no row. @param isRange - whether the rows since the last one are meant, too */
    toggle: useCallbackRef((index: number, isRange: boolean) => {
      const [from, to] = isRange ? [Math.min(last.current, index), Math.max(last.current, index)] : [index, index]
      const row = rows[index]
      if (row !== undefined) select(rows.slice(from, to + 1), !selected.has(keyOf(row)))
      last.current = index
    }),
  }
}
