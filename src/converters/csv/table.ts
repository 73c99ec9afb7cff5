import { OperationalError } from '../../base/errors.ts'
import { fillAlbumArtists } from '../fillAlbumArtists.ts'
import { FoldedNotes, type Note } from '../notes.ts'
import { RowStore } from '../rowStore.ts'
import type { AlbumRow, RecordRow, TrackRow } from '../trackRow.ts'
import type { RowOptions, UndecidedRow } from './cellReader.ts'
import {
  type ColumnNames,
  describeTable,
  findColumns,
  requireColumns,
  type TableDescription,
  warnOfArtists,
} from './columns.ts'
import { ColumnValues } from './columnValues.ts'
import { DateOrder } from './dateOrder.ts'
import { createDurationUnit, type DurationUnit } from './durationUnit.ts'
import { type FieldName, normalizeName, type RowKind } from './fields.ts'
import { type RecordSection, recordForms, type TableForm } from './forms.ts'
import { numberRepeated, sortTextOf } from './madePaths.ts'
import { CsvProblems } from './problems.ts'
import { areAlbumsAlone, findRowKind, requireRowKind, selectColumns } from './rowKind.ts'
import { RowReader } from './rowReader.ts'

export interface TableOptions extends RowOptions {
  columns: ColumnNames
  /** What the rows are, if no column says it. */
  rows?: RowKind
}

export interface TableResult {
  /** The rows of tracks, in the order of the file. They are to be used if there are no problems. */
  storedRows: Iterable<TrackRow>
  /** The same, all in memory. */
  readonly rows: TrackRow[]
  /** The rows of a table that has other records than tracks. */
  records?: { section: RecordSection; rows: Iterable<RecordRow> }
  /** How many rows there are of either. */
  rowCount: number
  problems: CsvProblems
  notes: Note[]
  table: TableDescription
}

/** The rows of a table, which are added one after another, whatever file they are in. */
export class Table {
  readonly problems = new CsvProblems()
  private readonly notes = new FoldedNotes()
  private readonly reader: RowReader
  private readonly rows = new RowStore<UndecidedRow>()
  private readonly records = new RowStore<RecordRow>()
  private readonly values: ColumnValues
  private readonly durationUnit: DurationUnit | undefined
  private readonly dateOrder: DateOrder
  private readonly description: TableDescription
  private readonly form: TableForm | undefined

  /**
   * @param name - the name of the file in messages
   * @param readSample - reads the first rows
   * @throws WrongColumns
   */
  constructor(
    private readonly name: string,
    header: readonly string[],
    known: TableForm | undefined,
    private readonly options: TableOptions,
    readSample: () => readonly (readonly string[])[] = () => [],
  ) {
    if (known && options.rows)
      throw new OperationalError(`${name} is ${known.name}, of which the rows are known. Leave out --rows.`)
    const found = findColumns(header, new Map([...columnsOf(known, header), ...options.columns]))
    const isOpen = !known && found.path.length === 0
    const rows = options.rows ?? (isOpen ? findRowKind(header, found) : undefined)
    const columns = selectColumns(found, rows)
    const form = areAlbumsAlone(found, rows) ? recordForms.albums : known
    this.form = form
    this.description = describeTable(header, columns, form, rows)
    this.values = new ColumnValues(header, this.description.columns)
    try {
      if (known?.section === undefined)
        requireColumns(this.description, columns, { header, given: options.columns }, name)
    } catch (error) {
      // The rows are not read then.
      for (const cells of readSample()) this.values.addRow(cells)
      throw error
    }
    // A form knows the unit.
    this.durationUnit = form
      ? undefined
      : createDurationUnit(header, columns.duration[0], options.columns.has('duration'))
    this.dateOrder = new DateOrder(header[columns.date[0] ?? -1] ?? '')
    const { problems, notes, durationUnit, dateOrder } = this
    const context = { ...options, rows, name, form, header, columns, durationUnit, dateOrder, problems, notes }
    this.reader = new RowReader(context)
  }

  /** @param line - the line on which the row starts */
  add(cells: readonly string[], line: number): void {
    this.values.addRow(cells)
    const section = this.form?.section
    if (section === undefined) {
      const row = this.reader.read(cells, line)
      if (row) this.rows.add(row, this.reader.makesPaths ? sortTextOf(row) : row.file_path)
    } else {
      const row = this.reader.readRecord(section, cells, line)
      if (row) this.records.add(row, '')
    }
  }

  addNote(line: number, sentence: string, count?: number): void {
    this.notes.add(`${this.name}:${line}`, sentence, sentence, count)
  }

  /** @throws OperationalError when there are no rows, or none is in the root; WrongColumns when it is not clear what a row is */
  finish(): TableResult {
    const { rows, records, options, problems, form, durationUnit, dateOrder, description: table } = this
    const section = form?.section
    const { makesPaths } = this.reader
    if (makesPaths) requireRowKind(table, this.name)
    else this.reader.requirePaths(rows)
    const decisions = durationUnit?.decide(problems, options.skipUnreadable ?? false) ?? []
    for (const { line, sentence, count } of [...decisions, ...dateOrder.decide()]) this.addNote(line, sentence, count)
    if (problems.count === 0) this.requireRows()
    const numbered = makesPaths ? numberRepeated(rows, this.notes) : rows
    const notes: Note[] = []
    const warning = this.options.columns.has('artists') ? undefined : warnOfArtists(table)
    if (warning !== undefined) notes.push({ place: this.name, sentence: warning })
    if (table.rows === 'albums')
      notes.push({ place: this.name, sentence: `Each row is read as an album${section ? '' : alsoTrack}.` })
    const [first] = rows
    if (makesPaths && first)
      notes.push({ place: this.name, sentence: `${madePath}, such as ${JSON.stringify(first.file_path)}.` })
    this.notes.addTo((place, sentence) => notes.push({ place, sentence }))
    const decideDay = <Row extends { release_date?: string }>(row: Row): Row =>
      row.release_date === undefined ? row : { ...row, release_date: dateOrder.toDay(row.release_date) }
    const decide = ({ duration_number: number, album, ...row }: UndecidedRow): TrackRow => {
      const seconds = number === undefined ? undefined : durationUnit?.toSeconds(number)
      return {
        ...row,
        ...(seconds !== undefined && { duration_seconds: seconds }),
        ...(album && { album: decideDay(album) }),
      }
    }
    const storedRows = { [Symbol.iterator]: () => fillAlbumArtists(mapRows(numbered, decide), addFormer) }
    return {
      storedRows,
      get rows() {
        return [...storedRows]
      },
      rowCount: rows.size + records.size,
      ...(section !== undefined && { records: { section, rows: mapRows(records, decideDay) } }),
      problems,
      notes,
      table,
    }
  }

  private requireRows(): void {
    const { root } = this.options
    if (this.rows.size + this.records.size === 0)
      throw new OperationalError(`${this.name} has no ${this.form?.section ?? 'tracks'}.`)
    if (root === undefined || this.reader.pathsInRoot > 0) return
    const [first] = this.rows
    if (!first) return
    throw new OperationalError(`No path is in ${root}, which --root names. The first path is ${first.file_path}`)
  }
}

/** Rows that can be iterated several times. */
const mapRows = <From, To>(rows: Iterable<From>, map: (row: From) => To): Iterable<To> => ({
  *[Symbol.iterator]() {
    for (const row of rows) yield map(row)
  },
})

const alsoTrack = ', and one track of its title that has the artists'
const madePath = 'There is no column of paths: the path of each track is made of its other values'

/** The columns of a form that a table has, as a user would name them: exports have some of them only if their user wants it. */
const columnsOf = (form: TableForm | undefined, header: readonly string[]): [FieldName, string[]][] => {
  const names = new Set(header.map(normalizeName))
  return Object.entries(form?.columns ?? {}).flatMap(
    ([field, column]) => (names.has(normalizeName(column)) ? [[field as FieldName, [column]]] : []), // Its keys are fields.
  )
}

/** The album is also found as earlier versions have seeded it, by its title alone. */
const addFormer = (album: AlbumRow): AlbumRow =>
  album.artist === undefined ? album : { ...album, former: { title: album.title } }
