import { withoutUndefined } from '../../base/objects.ts'
import type { RowStore } from '../rowStore.ts'
import type { AlbumRow, RecordRow, TrackRow } from '../trackRow.ts'
import { CellReader, type Row, type TableContext, type UndecidedRow } from './cellReader.ts'
import { cleanCell, joinFileName, removeFormulaGuard } from './cells.ts'
import { normalizeName } from './fields.ts'
import type { RecordSection } from './forms.ts'
import { makePath } from './madePaths.ts'
import { findRepeatedPaths } from './repeatedPaths.ts'

/** The field that has the name of a record. */
const nameFields = { labels: 'label', genres: 'genres', artists: 'artists', albums: 'album' } as const

/** Reads rows. A row with problems may be returned, too. */
export class RowReader {
  private readonly cells: CellReader
  /** The columns whose cells are texts, and not paths. */
  private readonly textColumns: ReadonlySet<number>
  /** Whether the tracks have no paths, so that each row gets one. */
  readonly makesPaths: boolean
  /** Whether the column of the path has the codes of recordings (ISRC), for tracks without a file. */
  private readonly hasRecordingCodes: boolean

  constructor(private readonly context: TableContext) {
    this.cells = new CellReader(context)
    const { path, file_name, cover, catalog_number, ...texts } = context.columns
    this.textColumns = new Set(Object.values(texts).flat())
    this.makesPaths = context.form === undefined && path.length === 0
    this.hasRecordingCodes = normalizeName(context.header[path[0] ?? -1] ?? '') === 'isrc'
  }

  /** The number of paths that are in the root. */
  get pathsInRoot(): number {
    return this.cells.pathsInRoot
  }

  /** @param line - the line on which the row starts */
  read(given: readonly string[], line: number): UndecidedRow | undefined {
    const row = this.clean(given, line)
    if (!row) return
    const title = this.cells.readRequired(row, 'title').trim()
    if (title === '' && this.cells.isOfProgram) return
    const file_path = this.makesPaths ? '' : this.cells.readPath(row, 'path', this.readFilePath(row))
    if (file_path === '' && this.cells.isOfProgram) return
    const key = this.cells.readText(row, 'key')
    const duration = this.cells.readDuration(row)
    const artists = this.cells.readList(row, 'artists')
    const genres = this.cells.readList(row, 'genres')
    const album = this.readAlbum(row, artists)
    const track = withoutUndefined({ place: row.place, title, file_path, key, ...duration, artists, genres, album })
    if (!this.makesPaths) return track
    return { ...track, file_path: makePath((field) => this.cells.readText(row, field), track, this.context.rows) }
  }

  /** Reads a row of a table of labels, genres, artists or albums. */
  readRecord(section: RecordSection, given: readonly string[], line: number): RecordRow | undefined {
    const row = this.clean(given, line)
    if (!row) return
    const title = this.cells.readRequired(row, nameFields[section]).trim()
    if (section === 'labels' || section === 'genres') return { place: row.place, title }
    return withoutUndefined({
      place: row.place,
      title,
      duration: this.cells.readDuration(row).duration_seconds,
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
      this.context.notes.add(place, 'The row repeats the header. It is left out.')
      return
    }
    return { cells, line, place, addNote }
  }

  /** The path of a row, with the name of the file where that has a column of its own. */
  private readFilePath(row: Row): string {
    const path = this.cells.readRequired(row, 'path')
    if (path !== '' && this.hasRecordingCodes) return `isrc:${path.trim().toUpperCase()}`
    const name = this.cells.find(row, 'file_name')?.text
    return name === undefined || path === '' ? path : joinFileName(path, name)
  }

  /** Adds the problem that many tracks have the path of another one, so that it is not that of a file. A few are left out, with a note. */
  requirePaths(rows: RowStore<TrackRow>): void {
    const problem = this.cells.isOfProgram ? undefined : findRepeatedPaths(rows)
    if (problem) this.cells.addProblem(problem.line, this.context.columns.path[0] ?? 0, problem.sentence)
  }

  /** Whether cells are not where they should be: a separator or a quote was not quoted. */
  private hasWrongCells(cells: readonly string[], line: number): boolean {
    const { header } = this.context
    const unclosed = cells.findIndex((cell) => cell.startsWith('"') && cell.includes('\n'))
    if (unclosed >= 0) {
      this.cells.addProblem(
        line,
        unclosed,
        'starts with a quote that is not closed. Write "" for a quote inside a cell.',
      )
      return true
    }
    if (cells.length <= header.length || cells.slice(header.length).every((cell) => cell.trim() === '')) return false
    const sentence = `The row has ${cells.length} cells, and the header has ${header.length}. Put cells that contain the separator between quotes.`
    this.cells.addProblem(line, header.length, sentence)
    return true
  }

  private readAlbum(row: Row, artists: readonly string[]): AlbumRow | undefined {
    const title = this.cells.readText(row, 'album')
    if (title === undefined) return
    const ownArtist = this.context.rows === 'albums' ? artists.join(', ') || undefined : undefined
    const artist = this.cells.readText(row, 'album_artist') ?? ownArtist
    return withoutUndefined({ title, artist, ...this.readAlbumMembers(row) })
  }

  private readAlbumMembers(row: Row) {
    const cover = this.cells.readText(row, 'cover')
    return {
      key: this.cells.readText(row, 'album_key'),
      label: this.cells.readText(row, 'label'),
      type: this.cells.readType(row),
      release_date: this.cells.readDate(row),
      cover_path: cover === undefined ? undefined : this.cells.readPath(row, 'cover', cover),
    }
  }
}
