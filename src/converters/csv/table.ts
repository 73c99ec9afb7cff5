import { OperationalError } from '../../base/errors.ts'
import { fillAlbumArtists } from '../fillAlbumArtists.ts'
import { FoldedNotes, type Note } from '../notes.ts'
import type { AlbumRow, TrackRow } from '../trackRow.ts'
import { type ColumnNames, type Columns, describeColumns, findColumns, requireColumns } from './columns.ts'
import type { FieldName } from './fields.ts'
import type { TableForm } from './forms/form.ts'
import { CsvProblems } from './problems.ts'
import { type RowOptions, RowReader } from './rowReader.ts'

export interface TableOptions extends RowOptions {
  columns: ColumnNames
}

export interface TableResult {
  /** The rows. They are complete if there are no problems. */
  rows: TrackRow[]
  problems: CsvProblems
  notes: Note[]
  /** A line that says which columns were read. */
  summary: string
}

/** The rows of a table, which are added one after another, whatever file they are in. */
export class Table {
  readonly problems = new CsvProblems()
  private readonly notes = new FoldedNotes()
  private readonly columns: Columns
  private readonly reader: RowReader
  private readonly rows: TrackRow[] = []

  /**
   * @param name - the name of the file in messages
   * @throws OperationalError when columns are missing
   */
  constructor(
    private readonly name: string,
    private readonly header: readonly string[],
    private readonly form: TableForm | undefined,
    private readonly options: TableOptions,
  ) {
    const named = new Map([...columnsOf(form), ...options.columns])
    this.columns = findColumns(header, named)
    requireColumns(header, this.columns, named, name)
    const { columns, problems, notes } = this
    this.reader = new RowReader({ ...options, name, form, header, columns, problems, notes })
  }

  /** @param line - the line on which the row starts */
  add(cells: readonly string[], line: number): void {
    const row = this.reader.read(cells, line)
    if (row && this.problems.count === 0) this.rows.push(row)
  }

  addNote(line: number, sentence: string): void {
    this.notes.add(`${this.name}:${line}`, sentence)
  }

  /** @throws OperationalError when there are no rows, or none is in the root */
  finish(): TableResult {
    const { rows, problems, header, columns, form } = this
    this.reader.requirePaths()
    if (problems.count === 0) this.requireRows()
    const notes: Note[] = []
    this.notes.addTo((place, sentence) => notes.push({ place, sentence }))
    const summary = `${form ? `It is ${form.name}. ` : ''}${describeColumns(header, columns, form !== undefined)}`
    return { rows: fillAlbumArtists(rows, fillAlbum), problems, notes, summary }
  }

  private requireRows(): void {
    const [first] = this.rows
    const { root } = this.options
    if (!first) throw new OperationalError(`${this.name} has no tracks.`)
    if (root === undefined || this.reader.pathsInRoot > 0) return
    throw new OperationalError(`No path is in ${root}, which --root names. The first path is ${first.file_path}`)
  }
}

/** The columns of a form, as a user would name them. */
const columnsOf = (form: TableForm | undefined): [FieldName, string[]][] =>
  Object.entries(form?.columns ?? {}).map(([field, column]) => [field as FieldName, [column]]) // Its keys are fields.

/** The album is also found as earlier versions have seeded it, by its title alone. */
const fillAlbum = (album: AlbumRow, artist: string): AlbumRow => ({ ...album, artist, former: { title: album.title } })
