/** Lines of columns as wide as their widest cell. */
export const table = (head: string[], rows: string[][]): string => {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => Bun.stringWidth(line[column] ?? ''))))
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell))
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')
}

/** A number with the plural that it counts, in the singular where it is one. */
export const counted = (count: number, plural: string): string =>
  `${count} ${count === 1 ? plural.slice(0, -1) : plural}`
