import type { Outcome } from './testCase.ts'

/** Widths in characters. */
const nameWidth = 17
const countWidth = 8

/** Formats a table with a row for each generator, a column for each outcome, and the number of test cases in each cell. */
export const formatOutcomeTable = (outcomes: ReadonlyMap<string, ReadonlyMap<Outcome, number>>): string => {
  const columns = [...new Set([...outcomes.values()].flatMap((counts) => [...counts.keys()]))].sort()
  const formatRow = (name: string, cells: (number | string)[]) =>
    name.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(countWidth)).join('')
  const rows = [...outcomes].map(([generator, counts]) =>
    formatRow(
      generator,
      columns.map((column) => counts.get(column) ?? ''),
    ),
  )
  return [formatRow('', columns), ...rows].join('\n')
}
