/** How many lines of a difference are shown. */
const maxShown = 12

/** Compares lists of lines. @throws Error with the lines that only one of them has */
export const requireEqual = (what: string, first: readonly string[], second: readonly string[]): void => {
  if (first.join('\n') === second.join('\n')) return
  const shown = (sign: string, lines: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    const own = lines.filter((line) => !known.has(line))
    return own.slice(0, maxShown).map((line) => `${sign} ${line.slice(0, 1_000)}`)
  }
  const lines = [...shown('-', first, second), ...shown('+', second, first)]
  if (lines.length > 0) throw new Error(`${what}:\n${lines.join('\n')}`)
  const start = first.findIndex((line, index) => line !== second[index])
  const part = (all: readonly string[]) => all.slice(start, start + maxShown).join('\n')
  throw new Error(
    `${what}: the same in another order, or number, from line ${start}:\n${part(first)}\nand:\n${part(second)}`,
  )
}
