/** Lines of columns as wide as their widest cell. */
export const table = (head: string[], rows: string[][]): string => {
  const lines = [head, ...rows]
  const widest = (column: number) =>
    lines.reduce((width, line) => Math.max(width, Bun.stringWidth(line[column] ?? '')), 0)
  const widths = head.map((_, column) => widest(column))
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell))
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')
}

/** A number with the plural that it counts, in the singular where it is one. */
export const formatCount = (count: number, plural: string): string =>
  `${count} ${count === 1 ? plural.slice(0, -1) : plural}`

/** A moment as people read it, to the minute. */
export const formatMinute = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`
