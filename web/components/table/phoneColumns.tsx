import type { Column } from './columns.ts'

/** The greatest width of a column at an end of a row, in pixels: that of a length of some hours. */
const maxWidth = 80

/**
 * The columns on a telephone: the name of each record, and below it, in one line, what says more about it. What stands at one end of a row
 * has a column of its own, which is as wide as its values: most headings are hidden.
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
  const at = (end: 'start' | 'end') =>
    columns.flatMap((column) =>
      column.onPhone === end ? { ...column, width: Math.min(column.width ?? maxWidth, maxWidth) } : [],
    )
  return [...at('start'), named, ...at('end')]
}
