/** What a part of the bench reports. */
export interface Table {
  title: string
  /** What is measured and how to read it, in plain English. */
  about: string
  /** The heads of the columns after the first, which names the row. */
  columns: string[]
  rows: Row[]
}

export interface Row {
  name: string
  /** Empty where the row is void. */
  cells: string[]
  /** Why nothing is reported. */
  voided?: string
}

/** A row of a table. What stops its measurement is reported in place of figures. */
export const row = async (name: string, measured: () => Promise<string[]>): Promise<Row> => {
  console.error(`  ${name} …`)
  try {
    return { name, cells: await measured() }
  } catch (error) {
    return voidRow(name, error)
  }
}

export const voidRow = (name: string, error: unknown): Row => ({
  name,
  cells: [],
  voided: error instanceof Error ? error.message : String(error),
})

/** A ratio, what it should be, and whether it is. */
export const judged = (ratio: number, bound: 'at least' | 'at most', target: number): string[] => {
  const met = bound === 'at least' ? ratio >= target : ratio <= target
  return [`${ratio.toFixed(2)} ×`, `${bound} ${target} ×`, met ? 'yes' : 'no']
}

export const whole = (number: number) => Math.round(number).toLocaleString('en')
export const milliseconds = (number: number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`

const linesOf = ({ columns, rows }: Table): string[][] => [
  ['', ...columns],
  ...rows.map(({ name, cells, voided }) => (voided === undefined ? [name, ...cells] : [name, `VOID: ${voided}`])),
]

/** The table in columns, for a terminal. */
export const inColumns = (table: Table): string => {
  const lines = linesOf(table)
  // A reason is as long as it is, and is no cell.
  const widths = ['', ...table.columns].map((_, at) =>
    Math.max(...lines.filter(({ length }) => length > 2 || at === 0).map((cells) => cells[at]?.length ?? 0)),
  )
  const padded = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return [table.title, ...lines.map((cells) => `  ${padded(cells)}`)].join('\n')
}

export const inMarkdown = (table: Table): string => {
  const [head = [], ...lines] = linesOf(table)
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const all = [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...lines.map(line)]
  return [`## ${table.title}`, table.about, all.join('\n')].join('\n\n')
}
