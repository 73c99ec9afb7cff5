import { withoutUndefined } from '../../base/objects.ts'
import { isVisible } from '../../base/visible.ts'
import { albumTypes } from '../../resources/album.ts'
import { describeInexactDay, readDay } from '../days.ts'
import type { AddRowNote, FoldedNotes } from '../notes.ts'
import type { AlbumRow, RecordRow, TrackRow } from '../trackRow.ts'
import { joinFileName, parsePath, removeRoot, splitList } from './cells.ts'
import { cleanCell } from './cleanCell.ts'
import type { Columns } from './columns.ts'
import { describeInvalidDuration, explainLongDuration, parseDuration, parseMilliseconds } from './durations.ts'
import { defaultListSeparators, type FieldName, type ListField, normalizeName } from './fields.ts'
import type { RecordSection, TableForm } from './forms/form.ts'
import type { CsvProblems } from './problems.ts'
import { RepeatedPaths } from './repeatedPaths.ts'
import { removeFormulaGuard } from './write.ts'

/** The field that has the name of a record. */
const nameFields = { labels: 'label', genres: 'genres', artists: 'artists', albums: 'album' } as const

export interface RowOptions {
  /** What separates several artists, or several genres, in one cell. An empty text keeps cells as they are. By default that of the form. */
  listSeparators?: Readonly<Record<ListField, string>>
  /** The folder that paths are made relative to. */
  root?: string
}

interface Context extends RowOptions {
  /** What program has written the table, if it is known. */
  form: TableForm | undefined
  /** The name of the file in messages. */
  name: string
  header: readonly string[]
  columns: Columns
  problems: CsvProblems
  notes: FoldedNotes
}

/** Reads the cells of rows. A row with problems may be returned, too. */
export class RowReader {
  /** The number of paths that are in the root. */
  pathsInRoot = 0

  /** Each text that many rows share, once. */
  private readonly texts = new Map<string, string>()
  /** The album of the row before, which most rows share. */
  private lastAlbum: AlbumRow | undefined
  /** The columns whose cells are texts, and not paths. */
  private readonly textColumns: ReadonlySet<number>
  private readonly paths = new RepeatedPaths()
  /** Whether the column of the path has the codes of recordings (ISRC), for tracks without a file. */
  private readonly hasRecordingCodes: boolean

  constructor(private readonly context: Context) {
    const { path, file_name, cover, ...texts } = context.columns
    this.textColumns = new Set(Object.values(texts).flat())
    this.hasRecordingCodes = normalizeName(context.header[path[0] ?? -1] ?? '') === 'isrc'
  }

  /** @param line - the line on which the row starts */
  read(given: readonly string[], line: number): TrackRow | undefined {
    const row = this.clean(given, line)
    if (!row) return
    const read: TrackRow = withoutUndefined({
      place: row.place,
      title: this.readRequired(row, 'title').trim(),
      file_path: this.readPath(row, 'path', this.readFilePath(row)),
      key: this.readText(row, 'key'),
      duration_seconds: this.readDuration(row),
      artists: this.readList(row, 'artists'),
      genres: this.readList(row, 'genres'),
      album: this.readAlbum(row),
    })
    this.paths.add(read, line)
    return read
  }

  /** Reads a row of a table of labels, genres, artists or albums. */
  readRecord(section: RecordSection, given: readonly string[], line: number): RecordRow | undefined {
    const row = this.clean(given, line)
    if (!row) return
    const title = this.readRequired(row, nameFields[section]).trim()
    if (section === 'labels' || section === 'genres') return { place: row.place, title }
    return withoutUndefined({
      place: row.place,
      title,
      duration: this.readDuration(row),
      ...this.readAlbumMembers(row),
    })
  }

  /** The row with its cells as texts; undefined if it has none, or is to be left out. */
  private clean(given: readonly string[], line: number): Row | undefined {
    const place = `${this.context.name}:${line}`
    const addNote = this.context.notes.ofRow(place)
    const { title } = this.context.columns
    const cells = given.map((guarded, index) => {
      const cell = removeFormulaGuard(guarded)
      return this.textColumns.has(index) ? cleanCell(cell, title.includes(index), addNote) : cell
    })
    if (cells.every((cell) => cell.trim() === '') || this.hasWrongCells(cells, line)) return
    const { header } = this.context
    if (cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index])) {
      this.context.notes.add(place, 'The row is the header again. It is left out.')
      return
    }
    return { cells, line, place, addNote }
  }

  /** The path of a row, with the name of the file where that has a column of its own. */
  private readFilePath(row: Row): string {
    const path = this.readRequired(row, 'path')
    if (path !== '' && this.hasRecordingCodes) return `isrc:${path.trim().toUpperCase()}`
    const name = this.find(row, 'file_name')?.text
    return name === undefined || path === '' ? path : joinFileName(path, name)
  }

  /** Adds the problem that many tracks have the path of another one, so that it is not that of a file. A few are left out, with a note. */
  requirePaths(): void {
    const problem = this.paths.findProblem()
    if (problem) this.addProblem(problem.line, this.context.columns.path[0] ?? 0, problem.sentence)
  }

  /** Whether cells are not where they should be: a separator or a quote was not quoted. */
  private hasWrongCells(cells: readonly string[], line: number): boolean {
    const { header } = this.context
    const unclosed = cells.findIndex((cell) => cell.startsWith('"') && cell.includes('\n'))
    if (unclosed >= 0) {
      this.addProblem(line, unclosed, 'starts with a quote that is not closed. Write "" for a quote inside a cell.')
      return true
    }
    if (cells.length <= header.length || cells.slice(header.length).every((cell) => cell.trim() === '')) return false
    const sentence = `The row has ${cells.length} cells, and the header has ${header.length}. Put cells that contain the separator between quotes.`
    this.addProblem(line, header.length, sentence)
    return true
  }

  private addProblem(line: number, index: number, sentence: string): void {
    this.context.problems.add({ line, column: index + 1, name: this.context.header[index] ?? '', sentence })
  }

  /** The first of the field's cells that has a character that can be seen, and the index of its column. */
  private find({ cells, addNote }: Row, field: FieldName): { text: string; index: number } | undefined {
    const { columns, form } = this.context
    for (const index of columns[field]) {
      const cell = cells[index] ?? ''
      if (!isVisible(cell)) continue
      const text = form?.read?.[field]?.(cell, addNote) ?? cell
      if (text !== '') return { text, index }
    }
  }

  private readText(row: Row, field: FieldName): string | undefined {
    return this.find(row, field)?.text.trim()
  }

  /** Returns a text that is equal, and the same each time: other copies of it need no memory. */
  private shareText(text: string): string {
    const shared = this.texts.get(text)
    if (shared === undefined) this.texts.set(text, text)
    return shared ?? text
  }

  private readRequired(row: Row, field: FieldName): string {
    const found = this.find(row, field)
    if (found) return found.text
    const { form, columns } = this.context
    const needed = form?.section === undefined ? `track needs a ${field}` : 'row needs it'
    this.addProblem(row.line, columns[field][0] ?? 0, `is empty. Every ${needed}.`)
    return ''
  }

  private readList({ cells, addNote }: Row, field: ListField): string[] {
    const { columns, form, listSeparators = form?.listSeparators ?? defaultListSeparators } = this.context
    const read = form?.read?.[field]
    return columns[field]
      .map((index) => cells[index] ?? '')
      .flatMap((cell) => splitList(read ? read(cell, addNote) : cell, listSeparators[field]))
      .map((text) => this.shareText(text))
  }

  private readPath({ line, place }: Row, field: 'path' | 'cover', text: string): string {
    const path = parsePath(text)
    if (path === undefined) {
      const index = this.context.columns[field][0] ?? 0
      this.addProblem(line, index, `${JSON.stringify(text)} is no file URL. Write % as %25, or write a path.`)
      return ''
    }
    const { root, notes } = this.context
    if (root === undefined || path === '') return path
    const relative = removeRoot(path, root)
    if (relative === undefined) notes.add(place, `The ${field} is not in ${root}. It stays as it is.`)
    else if (field === 'path') this.pathsInRoot++
    return relative ?? path
  }

  private readDuration(row: Row): number | undefined {
    const found = this.find(row, 'duration') ?? this.find(row, 'duration_ms')
    if (!found) return
    const text = found.text.trim()
    const isMilliseconds = this.context.columns.duration_ms.includes(found.index)
    const value = isMilliseconds ? parseMilliseconds(text) : parseDuration(text)
    const problem = describeInvalidDuration(text, value, isMilliseconds ? 'milliseconds' : 'seconds')
    if (problem !== undefined) this.addProblem(row.line, found.index, problem)
    if (value === undefined || problem !== undefined) return
    const explained = explainLongDuration(text, value, this.context.header[found.index] ?? '')
    if (explained) this.context.notes.add(row.place, explained.sentence, explained.group)
    return value
  }

  private readAlbum(row: Row): AlbumRow | undefined {
    const title = this.readText(row, 'album')
    if (title === undefined) return
    const artist = this.readText(row, 'album_artist')
    const album: AlbumRow = withoutUndefined({ title, artist, ...this.readAlbumMembers(row) })
    if (this.lastAlbum === undefined || !Bun.deepEquals(album, this.lastAlbum)) this.lastAlbum = album
    return this.lastAlbum
  }

  private readAlbumMembers(row: Row) {
    const cover = this.readText(row, 'cover')
    return {
      key: this.readText(row, 'album_key'),
      label: this.readText(row, 'label'),
      type: this.readType(row),
      release_date: this.readDate(row),
      cover_path: cover === undefined ? undefined : this.readPath(row, 'cover', cover),
    }
  }

  private readType(row: Row): AlbumRow['type'] {
    const text = this.readText(row, 'type')
    if (text === undefined) return
    const type = albumTypes.find((name) => name === text.toLowerCase())
    if (type === undefined) {
      const types = albumTypes.join(', ')
      this.context.notes.add(row.place, `The type ${JSON.stringify(text)} is none of ${types}. It is left out.`)
    }
    return type
  }

  private readDate(row: Row): string | undefined {
    const found = this.find(row, 'date')
    if (!found) return
    const year = found.text.trim()
    const text = /^\d{4}$/.test(year) ? [year, ...this.readMonthAndDay(row)].join('-') : year
    const read = readDay(text)
    if (read === undefined)
      this.addProblem(
        row.line,
        found.index,
        `${JSON.stringify(text)} is no day that is understood. Write 1959-08-17, 17.8.1959, 1959-08 or 1959.`,
      )
    if (read && !read.isExact) this.context.notes.add(row.place, describeInexactDay(text, read), 'day')
    return read?.day
  }

  /** The columns beside one of the year, as far as they are numbers. */
  private readMonthAndDay(row: Row): string[] {
    const [month = '', day = ''] = [this.readText(row, 'month'), this.readText(row, 'day')]
    if (!/^\d\d?$/.test(month)) return []
    return /^\d\d?$/.test(day) ? [month, day] : [month]
  }
}

interface Row {
  cells: readonly string[]
  line: number
  place: string
  addNote: AddRowNote
}
