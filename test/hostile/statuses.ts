import type { Outcome } from './case.ts'

/** A table of what came of the cases of each group. */
export const statuses = (outcomes: ReadonlyMap<string, ReadonlyMap<Outcome, number>>): string => {
  const columns = [...new Set([...outcomes.values()].flatMap((counts) => [...counts.keys()]))].sort()
  const line = (name: string, cells: (number | string)[]) =>
    name.padEnd(10) + cells.map((cell) => String(cell).padStart(8)).join('')
  const rows = [...outcomes].map(([group, counts]) =>
    line(
      group,
      columns.map((column) => counts.get(column) ?? ''),
    ),
  )
  return [line('', columns), ...rows].join('\n')
}
