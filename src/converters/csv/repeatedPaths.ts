import { formatCount } from '../../base/words.ts'
import { lineOfPlace } from '../notes.ts'
import type { RowStore } from '../rowStore.ts'
import type { TrackRow } from '../trackRow.ts'

/** If one of so many rows has the path of another track, the column has no paths of files. */
const repeatedPart = 10

/**
 * Finds out whether many tracks have the path of another one. Returns the problem, at the first row with the path of another track;
 * undefined if such rows are few.
 * @param rows - they are sorted by path
 */
export const findRepeatedPaths = (rows: RowStore<TrackRow>): { line: number; sentence: string } | undefined => {
  let [count, firstLine, sentence] = [0, Number.POSITIVE_INFINITY, '']
  /** The first row with a path. */
  let first: TrackRow | undefined
  for (const row of rows.sorted()) {
    if (first?.file_path !== row.file_path) first = row
    if (first.title === row.title) continue
    count++
    const line = lineOfPlace(row.place) ?? 0
    if (line > firstLine) continue
    firstLine = line
    sentence = `has the same path as line ${lineOfPlace(first.place)}: ${JSON.stringify(row.file_path)}.`
  }
  if (count < 2 || count * repeatedPart < rows.size) return
  const counts = `${count} of ${formatCount(rows.size, 'rows')}`
  return {
    line: firstLine,
    sentence: `${sentence} ${counts} have the path of another track. Name the column with the path of each file: --columns path=COLUMN.`,
  }
}
