import { formatCount } from '../../base/words.ts'
import type { TrackRow } from '../trackRow.ts'

/** If one of so many rows has the path of another track, the column has no paths of files. */
const repeatedPart = 10

/** Finds out whether many tracks have the path of another one. */
export class RepeatedPaths {
  /** The first row with a path. */
  private readonly first = new Map<string, TrackRow>()
  /** The rows with the path of another track. */
  private readonly repeated: { line: number; path: string }[] = []
  private rowCount = 0

  add(row: TrackRow, line: number): void {
    this.rowCount++
    const first = this.first.get(row.file_path)
    if (!first) this.first.set(row.file_path, row)
    else if (first.title !== row.title) this.repeated.push({ line, path: row.file_path })
  }

  /** The problem, at the first row with the path of another track; undefined if such rows are few. */
  findProblem(): { line: number; sentence: string } | undefined {
    const [row] = this.repeated
    if (!row || this.repeated.length < 2 || this.repeated.length * repeatedPart < this.rowCount) return
    const count = `${this.repeated.length} of ${formatCount(this.rowCount, 'rows')}`
    const sentence = `has ${JSON.stringify(row.path)}, as ${this.first.get(row.path)?.place} has. ${count} have the path of another track. Name the column with the path of each file: --columns path=COLUMN.`
    return { line: row.line, sentence }
  }
}
