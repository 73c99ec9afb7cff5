import { copyText } from '../../base/collectGarbage.ts'

/** A column that is not read, and the first values of it, which tell people whether it should be. */
export interface UnreadColumn {
  name: string
  values: string[]
}

const [maxValues, maxValueLength] = [3, 60]

/** Collects values of the columns that are not read. A column without a name is none. */
export class UnreadColumns {
  readonly columns: readonly UnreadColumn[]
  /** Those that need more values. */
  private incomplete: { index: number; values: string[] }[]

  /** @param read - the indexes of the columns that are read */
  constructor(header: readonly string[], read: ReadonlySet<number>) {
    const unread = header.flatMap((name, index) => (read.has(index) || name === '' ? [] : { index, name, values: [] }))
    this.columns = unread.map(({ name, values }) => ({ name, values }))
    this.incomplete = unread
  }

  addRow(cells: readonly string[]): void {
    let isComplete = false
    for (const { index, values } of this.incomplete) {
      const value = (cells[index] ?? '').trim().slice(0, maxValueLength)
      if (value === '' || values.includes(value)) continue
      isComplete ||= values.push(copyText(value)) === maxValues
    }
    if (isComplete) this.incomplete = this.incomplete.filter(({ values }) => values.length < maxValues)
  }
}
