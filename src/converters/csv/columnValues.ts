import { copyText } from '../../base/collectGarbage.ts'
import type { TableColumn } from './columns.ts'

const [maxValues, maxValueLength] = [3, 60]

/** Collects the first values of the columns of a table. */
export class ColumnValues {
  /** The columns that need more values. */
  private incomplete: { index: number; values: string[] }[]

  /** @param columns - the columns that have a name */
  constructor(header: readonly string[], columns: readonly TableColumn[]) {
    const indexes = header.flatMap((name, index) => (name === '' ? [] : index))
    this.incomplete = columns.map(({ values }, n) => ({ index: indexes[n] ?? 0, values }))
  }

  addRow(cells: readonly string[]): void {
    let isComplete = false
    for (const { index, values } of this.incomplete) {
      const value = (cells[index] ?? '').trim().slice(0, maxValueLength)
      if (value === '' || values.includes(value)) continue
      if (values.push(copyText(value)) === maxValues) isComplete = true
    }
    if (isComplete) this.incomplete = this.incomplete.filter(({ values }) => values.length < maxValues)
  }
}
