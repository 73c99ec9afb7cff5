import { InvalidFile } from '../../seeding/read/problems.ts'
import type { TableDescription } from './columns.ts'

/** A cell that can't be imported. */
interface CsvProblem {
  /** The line on which the row starts. */
  line: number
  /** The number of the column, 1 for the first. */
  column: number
  /** The name of the column in the header. */
  name: string
  sentence: string
}

const maxListedProblems = 100

/** Collects problems, and keeps the first of them. */
export class CsvProblems {
  readonly listed: CsvProblem[] = []
  count = 0

  add(problem: CsvProblem): void {
    this.count++
    if (this.listed.length < maxListedProblems) this.listed.push(problem)
  }
}

/** Rows of a table can't be read. The pointer of a problem is the name of its column in parentheses, and its column a number of that. */
export class InvalidTable extends InvalidFile {
  static override readonly name: string = 'InvalidTable'

  readonly table: TableDescription

  constructor({ problems: { listed, count }, table }: { problems: CsvProblems; table: TableDescription }) {
    const problems = listed.map(({ name, ...problem }) => ({ ...problem, pointer: name && `(${name})` }))
    super('table', { problems, more: count - listed.length })
    this.table = table
  }
}
