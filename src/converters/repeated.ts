import { type AddNote, comparePlaces, FoldedNotes } from './notes.ts'
import type { TrackRow } from './trackRow.ts'

/** Sorts rows by path, and leaves out the rows whose path an earlier one has. Earlier is what has the lower place. */
export const dropRepeatedPaths = (rows: readonly TrackRow[], addNote: AddNote): TrackRow[] => {
  const sorted = rows.toSorted(compareRows)
  return sorted.filter(({ place, file_path }, index) => {
    const before = sorted[index - 1]
    if (before?.file_path !== file_path) return true
    addNote(place, `The path ${JSON.stringify(file_path)} is that of another row. The track is left out.`)
    return false
  })
}

const compareRows = (a: TrackRow, b: TrackRow) =>
  compareTexts(a.file_path, b.file_path) ||
  comparePlaces(a.place, b.place) ||
  compareTexts(JSON.stringify(a), JSON.stringify(b))

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Drops the keys that several rows have, and former keys that would not name one record. */
export const dropRepeatedKeys = (rows: readonly TrackRow[], addNote: AddNote): TrackRow[] => {
  const keyCounts = countTexts(rows.map(({ key }) => key))
  const formerKeyCounts = countTexts(rows.map(({ former_key }) => former_key))
  const repeated = new FoldedNotes()
  const kept = rows.map((row) => {
    const { key, former_key, ...others } = row
    if (key === undefined) return former_key === undefined ? row : others
    if ((keyCounts.get(key) ?? 0) > 1) {
      repeated.add(row.place, `The key ${JSON.stringify(key)} is that of another row, too. It is left out.`)
      return others
    }
    if (former_key === undefined) return row
    return formerKeyCounts.get(former_key) === 1 && !keyCounts.has(former_key) ? row : { ...others, key }
  })
  repeated.addTo(addNote)
  return kept
}

const countTexts = (texts: readonly (string | undefined)[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
