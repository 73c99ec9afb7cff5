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
