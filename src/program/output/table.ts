import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'

/** Formats rows as columns that are as wide as their widest cell. A newline in a cell does not start another row. */
export const formatTable = (head: string[], rows: string[][]): string => {
  const lines = [head, ...rows.map((row) => row.map(escapeControls))]
  const widthOf = (column: number) =>
    lines.reduce((width, line) => Math.max(width, Bun.stringWidth(line[column] ?? '')), 0)
  const widths = head.map((_, column) => widthOf(column))
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell))
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** `19 labels, 29 genres`, from counts under their plurals. */
export const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([plural, count]) => formatCount(count, plural))
    .join(', ')

/** An ISO 8601 time to the minute: `2026-01-02 03:04 UTC`. */
export const formatMinute = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** An ISO 8601 time to the second: `2026-01-02 03:04:05 UTC`. */
export const formatSecond = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`

/** A value of a member of a record. */
export const formatValue = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : JSON.stringify(value)

interface ValueChange {
  from: unknown
  to: unknown
}

/** `"Jazz" → "Modal jazz"` */
export const formatChange = ({ from, to }: ValueChange): string => `${formatValue(from)} → ${formatValue(to)}`

/** A line for each member that changes. */
export const memberLines = (members: Record<string, ValueChange>, indent = '    '): string[] =>
  Object.entries(members).map(([member, change]) => `${indent}${member}: ${formatChange(change)}`)

/** The line after a part of a list, if more items are left out of it. */
export const moreLine = (count: number, counted = ''): string[] =>
  count > 0 ? [`  … and ${count} more${counted}; --full lists all`] : []
