import type { Column } from './columns.ts'

/** The bounds of the share of a column, in characters. */
const [minShare, maxShare] = [10, 40]

/** The share of a column whose values have no text, such as two genres, or none that has been read. */
const usualShare = 24

/** The space beside a text, in characters. */
const padding = 3

/** What the first text of a row, its name, takes more than others of its length: it is bold, and the one that must be read. */
const nameFactor = 1.4

/** The least width of a name in one line, unless the user has chosen one, in pixels: 22 letters of usual widths and the padding. */
const minNameWidth = 216

/** The least width to which the user makes a column narrower, in pixels. */
const minWidth = 60

/** The least width of a column: that of the longest word of its title, with the padding and the arrows of the cell. */
const widthOfTitle = ({ title, isSortable }: Column<never>) =>
  `${Math.max(...title.split(' ').map((word) => word.length + 1))}ch + ${isSortable ? 44 : 24}px`

const findName = <Row>(columns: readonly Column<Row>[]) => columns.find(({ text }) => text)

/** By the names of columns, the length that nine in ten of their texts do not exceed. */
export const measureShares = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Record<string, number> => {
  const nameColumn = findName(columns)
  return Object.fromEntries(
    columns.map((column) => {
      const { name, title, text } = column
      const lengths = rows.map((row) => text?.(row)?.length ?? 0).sort((a, b) => a - b)
      const length = lengths.at(-1) ? (lengths[Math.floor(lengths.length * 0.9)] ?? 0) : usualShare
      const share = Math.max(length * (column === nameColumn ? nameFactor : 1), title.length) + padding
      return [name, Math.min(Math.max(share, minShare), maxShare)]
    }),
  )
}

/**
 * The value of `grid-template-columns` of each row.
 * @param shares - of the columns without a width, in proportion to each other
 * @param widths - the shares that the user has chosen
 */
export const formatTemplate = <Row>(
  columns: readonly Column<Row>[],
  shares: Readonly<Record<string, number>>,
  widths: Readonly<Record<string, number>>,
  isOneLine: boolean | undefined,
): string => {
  const nameColumn = isOneLine && findName(columns)
  return columns
    .map((column) => {
      const { name, width } = column
      if (width) return `${width}px`
      if (name in widths) return `minmax(0, ${widths[name]}fr)`
      const min = column === nameColumn ? `min(${minNameWidth}px, 40%)` : `calc(${widthOfTitle(column)})`
      return `minmax(${min}, ${shares[name] ?? usualShare}fr)`
    })
    .join(' ')
}

/**
 * Follows the pointer that drags the end of a column, whose next column gives the room.
 * @param flexible - the names of the columns without a width
 * @param onMove - gets the widths of these columns in pixels, and whether they are the last ones
 */
export const dragColumn = (
  heading: HTMLElement,
  flexible: readonly string[],
  onMove: (widths: Record<string, number>, isDone: boolean) => void,
): void => {
  const name = heading.dataset.name ?? ''
  const next = flexible[flexible.indexOf(name) + 1] ?? ''
  const cells = [...(heading.parentElement?.children ?? [])] as HTMLElement[] // those of a row of a table
  const before = Object.fromEntries(cells.map((cell) => [cell.dataset.name, cell.offsetWidth]))
  const widths = Object.fromEntries(flexible.map((column) => [column, before[column] ?? 0]))
  const both = (widths[name] ?? 0) + (widths[next] ?? 0)
  const { left } = heading.getBoundingClientRect()
  const controller = new AbortController()
  const move = ({ clientX, type }: PointerEvent) => {
    const width = Math.max(Math.min(clientX - left, both - minWidth), minWidth)
    const isDone = type !== 'pointermove'
    onMove({ ...widths, [name]: width, [next]: both - width }, isDone)
    if (isDone) controller.abort()
  }
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    addEventListener(type, move, { signal: controller.signal })
}
