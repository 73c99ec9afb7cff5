/** A row of a pasted text. */
export interface ClipboardRow {
  /** The line on which it ends. */
  line: number
  cells: string[]
}

export interface NamedRows {
  /** The names of the columns; an empty one for a column without cells. */
  header: string[]
  rows: ClipboardRow[]
}

/** A number or side: `1`, `01.`, `A1`, `B`, `2-3` or `CD1-04`. */
const positionForm = /^(?:(?:cd|lp)?\d{1,2}[-.])?(?:[A-Z]{0,2}\d{1,3}|[A-Z]{1,2})[a-z]?[.):]?$/i

/** A length, or what was to be one. */
const lengthForm = /^\(?\d+(?:[:.,'′]\S*)?\)?$/

const pathForm = /[/\\]|\.\w{1,5}$/

/** Discogs ends the names of artists so. */
const artistForm = /\s*[–—-]$/

/** Names the columns of rows without a header by what is in them: a number, title, file path, length, artists and genres. */
export const nameColumns = (given: readonly ClipboardRow[]): NamedRows => {
  const isWide = given.some(({ cells }) => cells.length > 1)
  const positions = given.filter(({ cells: [first = ''] }) => positionForm.test(first.trim()))
  const isNumbered = isWide && positions.length * 2 >= given.length
  // The credits that Discogs has below a track have no number.
  const rows = given.map((row) => {
    const [first = ''] = row.cells
    const isShifted = isNumbered && first.trim() !== '' && !positionForm.test(first.trim())
    return isShifted ? { ...row, cells: ['', ...row.cells] } : row
  })
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => rows.flatMap(({ cells }) => cells[index]?.trim() || []))
  const names = new Map<number, string>(isNumbered ? [[0, 'No.']] : [])
  const free = () => [...columns.keys()].filter((index) => !names.has(index) && columns[index]?.length)
  const isAll = (form: RegExp) => (index: number) => columns[index]?.every((text) => form.test(text)) ?? false
  const name = (text: string, index: number | undefined) => {
    if (index !== undefined) names.set(index, text)
  }
  // One column is left for the title.
  const ofArtists = free().slice(0, -1).find(isAll(artistForm))
  name('Artists', ofArtists)
  name('Duration', free().slice(1).findLast(isAll(lengthForm)))
  name('Title', free()[0])
  name('File path', free().find(isAll(pathForm)))
  for (const text of ofArtists === undefined ? ['Artists', 'Genres'] : ['Genres']) name(text, free()[0])
  for (const index of free()) name(`Column ${index + 1}`, index)
  return {
    header: [...columns.keys()].map((index) => names.get(index) ?? ''),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, index) => (index === ofArtists ? cell.trim().replace(artistForm, '') : cell)),
    })),
  }
}
