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
  /** Empty when the row is void. */
  cells: string[]
  /** Why the row has no figures. */
  voidReason?: string
}

/** Measures a row. An error voids the row and is reported in it. */
export const measureRow = async (name: string, measureCells: () => Promise<string[]>): Promise<Row> => {
  console.error(`  ${name} …`)
  try {
    return { name, cells: await measureCells() }
  } catch (error) {
    return voidRow(name, error)
  }
}

export const voidRow = (name: string, error: unknown): Row => ({
  name,
  cells: [],
  voidReason: error instanceof Error ? error.message : String(error),
})

export interface Target {
  bound: 'at least' | 'at most'
  limit: number
  /** The limit with its unit. */
  text: string
}

export const atLeast = (limit: number, text = `${limit} ×`): Target => ({ bound: 'at least', limit, text })
export const atMost = (limit: number, text = `${limit} ×`): Target => ({ bound: 'at most', limit, text })

/** The cells of the columns "target" and "met"; both are empty without a target. */
export const judge = (value: number, target: Target | undefined): [string, string] => {
  if (!target) return ['', '']
  const met = target.bound === 'at least' ? value >= target.limit : value <= target.limit
  return [`${target.bound} ${target.text}`, met ? 'yes' : 'no']
}

export const formatCount = (value: number) => Math.round(value).toLocaleString('en')
export const formatRatio = (ratio: number) => (Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : '')
export const formatMs = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const formatMegabytes = (bytes: number) =>
  Number.isNaN(bytes) ? '' : `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`

/** Microseconds; empty where CPU time can't be read. */
export const formatCpu = (microseconds: number) => {
  if (Number.isNaN(microseconds)) return ''
  return `${microseconds < 100 ? microseconds.toFixed(1) : formatCount(microseconds)} µs`
}

const formatCells = ({ columns, rows }: Table): string[][] => [
  ['', ...columns],
  ...rows.map(({ name, cells, voidReason }) =>
    voidReason === undefined ? [name, ...cells] : [name, `VOID: ${voidReason}`],
  ),
]

/** The table as aligned text, for a terminal. */
export const formatText = (table: Table): string => {
  const lines = formatCells(table)
  // The reason of a void row may be long; it does not widen the second column.
  const widths = ['', ...table.columns].map((_, column) =>
    Math.max(...lines.filter(({ length }) => length > 2 || column === 0).map((cells) => cells[column]?.length ?? 0)),
  )
  const align = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [table.title, ...lines.map((cells) => `  ${align(cells)}`)].join('\n')
}

export const formatMarkdown = (table: Table): string => {
  const [head = [], ...lines] = formatCells(table)
  const formatLine = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const body = [
    formatLine(head),
    formatLine(head.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...lines.map(formatLine),
  ]
  return [`## ${table.title}`, table.about, body.join('\n')].join('\n\n')
}
