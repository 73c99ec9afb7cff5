import { type AddNote, comparePlaces, FoldedNotes } from './notes.ts'
import type { TrackRow } from './trackRow.ts'

/**
 * Leaves out the rows whose path an earlier one has. Earlier is what has the lower place.
 * @param rows - sorted by path
 */
export function* dropRepeatedPaths(rows: Iterable<TrackRow>, addNote: AddNote): Generator<TrackRow> {
  let kept: TrackRow | undefined
  for (const row of rows) {
    if (kept?.file_path !== row.file_path) {
      if (kept) yield kept
      kept = row
      continue
    }
    const [first, other]: [TrackRow, TrackRow] = compareRows(kept, row) <= 0 ? [kept, row] : [row, kept]
    addNote(other.place, `Another row has the path ${JSON.stringify(row.file_path)}. The track is left out.`)
    kept = first
  }
  if (kept) yield kept
}

const compareRows = (a: TrackRow, b: TrackRow) =>
  comparePlaces(a.place, b.place) || compareTexts(JSON.stringify(a), JSON.stringify(b))

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** How many rows have a key, and a former key. */
interface KeyCounts {
  keys: ReadonlyMap<string, number>
  formerKeys: ReadonlyMap<string, number>
}

export const countKeys = (rows: Iterable<TrackRow>): KeyCounts => {
  const [keys, formerKeys] = [new Map<string, number>(), new Map<string, number>()]
  for (const { key, former_key } of rows) {
    countText(keys, key)
    countText(formerKeys, former_key)
  }
  return { keys, formerKeys }
}

/** Drops the keys that several rows have, and former keys that would not name one record. */
export function* dropRepeatedKeys(
  rows: Iterable<TrackRow>,
  { keys, formerKeys }: KeyCounts,
  addNote: AddNote,
): Generator<TrackRow> {
  const repeated = new FoldedNotes()
  for (const row of rows) {
    const { key, former_key, ...others } = row
    if (key === undefined) yield others
    else if ((keys.get(key) ?? 0) > 1) {
      repeated.add(row.place, `Another row has the key ${JSON.stringify(key)}, too. It is left out.`)
      yield others
    } else if (former_key === undefined || (formerKeys.get(former_key) === 1 && !keys.has(former_key))) yield row
    else yield { ...others, key }
  }
  repeated.addTo(addNote)
}

export const countText = (counts: Map<string, number>, text: string | undefined): void => {
  if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
}
