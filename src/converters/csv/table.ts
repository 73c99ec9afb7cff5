import { OperationalError } from '../../base/errors.ts'
import { fillAlbumArtists } from '../fillAlbumArtists.ts'
import { FoldedNotes, type Note } from '../notes.ts'
import type { AlbumRow, RecordRow, TrackRow } from '../trackRow.ts'
import type { RowOptions } from './cellReader.ts'
import { type ColumnNames, describeTable, findColumns, requireColumns, type TableDescription } from './columns.ts'
import type { FieldName } from './fields.ts'
import type { RecordSection, TableForm } from './forms.ts'
import { CsvProblems } from './problems.ts'
import { RowReader } from './rowReader.ts'

export interface TableOptions extends RowOptions {
  columns: ColumnNames
}

export interface TableResult {
  /** The rows of tracks. They are complete if there are no problems. */
  rows: TrackRow[]
  /** The rows of a table that has other records than tracks. */
  records?: { section: RecordSection; rows: RecordRow[] }
  problems: CsvProblems
  notes: Note[]
  table: TableDescription
}

/** The rows of a table, which are added one after another, whatever file they are in. */
export class Table {
  readonly problems = new CsvProblems()
  private readonly notes = new FoldedNotes()
  private readonly reader: RowReader
  private readonly rows: TrackRow[] = []
  private readonly records: RecordRow[] = []
  private readonly description: TableDescription

  /**
   * @param name - the name of the file in messages
   * @throws WrongColumns
   */
  constructor(
    private readonly name: string,
    header: readonly string[],
    private readonly form: TableForm | undefined,
    private readonly options: TableOptions,
  ) {
    const named = new Map([...columnsOf(form), ...options.columns])
    const columns = findColumns(header, named)
    this.description = describeTable(header, columns, form)
    if (form?.section === undefined) requireColumns(this.description, columns, named, name)
    const { problems, notes } = this
    this.reader = new RowReader({ ...options, name, form, header, columns, problems, notes })
  }

  /** @param line - the line on which the row starts */
  add(cells: readonly string[], line: number): void {
    const section = this.form?.section
    if (section === undefined) this.keep(this.rows, this.reader.read(cells, line))
    else this.keep(this.records, this.reader.readRecord(section, cells, line))
  }

  private keep<Row>(rows: Row[], row: Row | undefined): void {
    if (row && this.problems.count === 0) rows.push(row)
  }

  addNote(line: number, sentence: string): void {
    this.notes.add(`${this.name}:${line}`, sentence)
  }

  /** @throws OperationalError when there are no rows, or none is in the root */
  finish(): TableResult {
    const { rows, problems, form, description: table } = this
    const section = form?.section
    this.reader.requirePaths()
    if (problems.count === 0) this.requireRows()
    const notes: Note[] = []
    this.notes.addTo((place, sentence) => notes.push({ place, sentence }))
    return {
      rows: fillAlbumArtists(rows, fillAlbum),
      ...(section !== undefined && { records: { section, rows: this.records } }),
      problems,
      notes,
      table,
    }
  }

  private requireRows(): void {
    const [first] = this.rows
    const { root } = this.options
    if (this.rows.length + this.records.length === 0)
      throw new OperationalError(`${this.name} has no ${this.form?.section ?? 'tracks'}.`)
    if (root === undefined || !first || this.reader.pathsInRoot > 0) return
    throw new OperationalError(`No path is in ${root}, which --root names. The first path is ${first.file_path}`)
  }
}

/** The columns of a form, as a user would name them. */
const columnsOf = (form: TableForm | undefined): [FieldName, string[]][] =>
  Object.entries(form?.columns ?? {}).map(([field, column]) => [field as FieldName, [column]]) // Its keys are fields.

/** The album is also found as earlier versions have seeded it, by its title alone. */
const fillAlbum = (album: AlbumRow, artist: string): AlbumRow => ({ ...album, artist, former: { title: album.title } })
