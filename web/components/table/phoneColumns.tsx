import type { Column } from './columns.ts'

/**
 * The columns on a telephone: the name of each record, and below it, in one line, what says more about it. What stands at the end of a row
 * has a column of its own.
 */
export const phoneColumns = <Row,>(columns: readonly Column<Row>[]): Column<Row>[] => {
  const name = columns.find((column) => column.name === 'title' || column.name === 'name')
  if (!name) return [...columns]
  const more = columns.filter(({ onPhone }) => onPhone === 'second-line')
  const named: Column<Row> = {
    ...name,
    render: (row) => (
      <>
        {name.render?.(row)}
        <span className="second-line">
          {more
            .map(({ text }) => text?.(row))
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  }
  return [named, ...columns.filter(({ onPhone }) => onPhone === 'end')]
}
