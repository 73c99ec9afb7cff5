import { type FoldedNotes, lineOfPlace } from '../notes.ts'
import type { RowStore } from '../rowStore.ts'
import { repeatedPath, shelfPath } from '../shelfPath.ts'
import type { TrackRow } from '../trackRow.ts'
import type { UndecidedRow } from './cellReader.ts'
import type { FieldName, RowKind } from './fields.ts'

/**
 * Makes the path of a row that has none, of its own values alone. The tracks of an album share its catalogue number, which stands there in place of
 * artist and album.
 * @param read - reads a cell of the row
 */
export const makePath = (
  read: (field: FieldName) => string | undefined,
  { title, artists, album }: Pick<TrackRow, 'title' | 'artists' | 'album'>,
  kind: RowKind | undefined,
): string => {
  const catalogNumber = read('catalog_number')
  // Lists of records have "none" where there is no number.
  const number = catalogNumber !== undefined && /\d/.test(catalogNumber) ? catalogNumber : undefined
  const isAlbum = kind === 'albums'
  return shelfPath({
    id: read('id') ?? (isAlbum ? number : undefined),
    artist: isAlbum || number === undefined ? (artists[0] ?? album?.artist) : undefined,
    album: isAlbum && album?.title === title ? undefined : (number ?? album?.title),
    disc: read('disc'),
    position: read('position'),
    title,
  })
}

/** The path and the other values of a row. Where several rows have one path, it orders them, so that the order of the file makes no difference. */
export const sortTextOf = (row: UndecidedRow): string => `${row.file_path}\0${JSON.stringify({ ...row, place: '' })}`

/** The rows, of which those that repeat a path have it with a number. Each has a note. */
export const numberRepeated = (rows: RowStore<UndecidedRow>, notes: FoldedNotes): Iterable<UndecidedRow> => {
  const numbers = findNumbers(rows, notes)
  if (numbers.size === 0) return rows
  return {
    *[Symbol.iterator]() {
      const next = new Map(numbers)
      for (const row of rows) {
        const text = sortTextOf(row)
        const number = next.get(text)
        if (number !== undefined) next.set(text, number + 1)
        yield number === undefined || number === 1 ? row : { ...row, file_path: repeatedPath(row.file_path, number) }
      }
    },
  }
}

/** The number of the first of equal rows, where several rows have one path. */
const findNumbers = (rows: RowStore<UndecidedRow>, notes: FoldedNotes): Map<string, number> => {
  const numbers = new Map<string, number>()
  let [first, firstText, count]: [UndecidedRow | undefined, string, number] = [undefined, '', 0]
  for (const row of rows.sorted()) {
    const text = sortTextOf(row)
    if (first?.file_path !== row.file_path) {
      first = row
      firstText = text
      count = 1
      continue
    }
    numbers.set(firstText, 1)
    count++
    if (!numbers.has(text)) numbers.set(text, count)
    const [path, numbered] = [row.file_path, repeatedPath(row.file_path, count)].map((name) => JSON.stringify(name))
    notes.add(row.place, `The row has the path of line ${lineOfPlace(first.place)}, ${path}. It gets ${numbered}.`)
  }
  return numbers
}
