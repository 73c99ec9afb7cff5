import { isVisible } from '../../base/visibleText.ts'
import { albumTypes } from '../../resources/album.ts'
import { describeInexactDay, readDay } from '../days.ts'
import type { AddRowNote, FoldedNotes } from '../notes.ts'
import type { AlbumRow, TrackRow } from '../trackRow.ts'
import { parsePath, removeRoot, splitList } from './cells.ts'
import type { Columns } from './columns.ts'
import type { DateOrder } from './dateOrder.ts'
import {
  describeInvalidDuration,
  explainLongDuration,
  parseDuration,
  parseMilliseconds,
  parseNumber,
} from './durations.ts'
import type { DurationUnit } from './durationUnit.ts'
import { defaultListSeparators, type FieldName, type ListField, type RowKind } from './fields.ts'
import type { TableForm } from './forms.ts'
import type { CsvProblems } from './problems.ts'

export interface RowOptions {
  /** What separates several artists, or several genres, in one cell. An empty text keeps cells as they are. By default that of the form. */
  listSeparators?: Readonly<Record<ListField, string>>
  /** The folder that paths are made relative to. */
  root?: string
  /** Leaves out values that are not understood, with a note for each, where a record can be without them. */
  skipUnreadable?: boolean
}

export interface TableContext extends RowOptions {
  /** What program has written the table, if it is known. */
  form: TableForm | undefined
  rows: RowKind | undefined
  /** The name of the file in messages. */
  name: string
  header: readonly string[]
  columns: Columns
  /** Of the column of durations, unless its name says that it has seconds. */
  durationUnit: DurationUnit | undefined
  dateOrder: DateOrder
  problems: CsvProblems
  notes: FoldedNotes
}

/** The cells of a row, as texts. */
export interface Row {
  cells: readonly string[]
  line: number
  place: string
  addNote: AddRowNote
}

/** A row whose duration may be a number of which only all rows tell the unit. So may the date of its album be in an order that they tell. */
export type UndecidedRow = TrackRow & { duration_number?: number }

/** Reads one field of a row after the other. What is not understood is a problem, or a note. */
export class CellReader {
  /** The number of paths that are in the root. */
  pathsInRoot = 0

  /** Whether only a program writes such files, so that nobody can correct a value. The console writes its tables for people to edit. */
  readonly isOfProgram: boolean

  constructor(private readonly context: TableContext) {
    this.isOfProgram = context.form !== undefined && context.form.section === undefined
  }

  addProblem(line: number, index: number, sentence: string): void {
    this.context.problems.add({ line, column: index + 1, name: this.context.header[index] ?? '', sentence })
  }

  /**
   * Adds a cell that is not understood: as a problem, or as a note that it is left out.
   * @param subject - what is left out then
   */
  reject({ line, addNote }: Row, index: number, sentence: string, subject = 'It'): void {
    if (this.isOfProgram)
      addNote(`(${this.context.header[index] ?? ''}) ${sentence} ${subject} is left out.`, `left out ${index}`)
    else this.addProblem(line, index, sentence)
  }

  /** The same of a cell that a record can be without. */
  private rejectOptional(row: Row, index: number, sentence: string): void {
    const { skipUnreadable, header, notes } = this.context
    if (skipUnreadable) notes.add(row.place, `(${header[index]}) ${sentence} It is left out.`)
    else this.reject(row, index, sentence)
  }

  /** The first of the field's cells that has a character that can be seen, and the index of its column. */
  find({ cells, addNote }: Row, field: FieldName): { text: string; index: number } | undefined {
    const { columns, form } = this.context
    for (const index of columns[field]) {
      const cell = cells[index] ?? ''
      if (!isVisible(cell)) continue
      const text = form?.read?.[field]?.(cell, addNote) ?? cell
      if (text !== '') return { text, index }
    }
  }

  readText(row: Row, field: FieldName): string | undefined {
    return this.find(row, field)?.text.trim()
  }

  readRequired(row: Row, field: FieldName): string {
    const found = this.find(row, field)
    if (found) return found.text
    const { form, rows, columns } = this.context
    const needed = form?.section === undefined && rows !== 'albums' ? `track needs a ${field}` : 'row needs it'
    this.reject(row, columns[field][0] ?? 0, `is empty. Every ${needed}.`, 'The row')
    return ''
  }

  readList({ cells, addNote }: Row, field: ListField): string[] {
    const { columns, form, listSeparators = form?.listSeparators ?? defaultListSeparators } = this.context
    const read = form?.read?.[field]
    return columns[field]
      .map((index) => cells[index] ?? '')
      .flatMap((cell) => splitList(read ? read(cell, addNote) : cell, listSeparators[field]))
  }

  readPath(row: Row, field: 'path' | 'cover', text: string): string {
    const path = parsePath(text)
    if (path === undefined) {
      const index = this.context.columns[field][0] ?? 0
      const sentence = `${JSON.stringify(text)} is not a file URL. Write % as %25, or write a path.`
      if (field === 'path') this.reject(row, index, sentence)
      else this.rejectOptional(row, index, sentence)
      return ''
    }
    const { root, notes } = this.context
    if (root === undefined || path === '') return path
    const relative = removeRoot(path, root)
    if (relative === undefined) notes.add(row.place, `The ${field} is not in ${root}. It stays as it is.`)
    else if (field === 'path') this.pathsInRoot++
    return relative ?? path
  }

  readDuration(row: Row): Pick<UndecidedRow, 'duration_seconds' | 'duration_number'> {
    const found = this.find(row, 'duration') ?? this.find(row, 'duration_ms')
    if (!found) return {}
    const { columns, durationUnit, header, notes } = this.context
    const text = found.text.trim()
    const number = parseNumber(text)
    if (number !== undefined && durationUnit?.index === found.index && durationUnit.add(text, number, row.line))
      return { duration_number: number }
    const isMilliseconds = columns.duration_ms.includes(found.index)
    const value = isMilliseconds ? parseMilliseconds(text) : parseDuration(text)
    const problem = describeInvalidDuration(text, value, isMilliseconds ? 'milliseconds' : 'seconds')
    if (problem !== undefined) this.rejectOptional(row, found.index, problem)
    if (value === undefined || problem !== undefined) return {}
    const explained = explainLongDuration(text, value, header[found.index] ?? '')
    if (explained) notes.add(row.place, explained.sentence, explained.group)
    return { duration_seconds: value }
  }

  readType(row: Row): AlbumRow['type'] {
    const text = this.readText(row, 'type')
    if (text === undefined) return
    const type = albumTypes.find((name) => name === text.toLowerCase())
    if (type === undefined) {
      const types = albumTypes.join(', ')
      this.context.notes.add(row.place, `The type ${JSON.stringify(text)} is not one of ${types}. It is left out.`)
    }
    return type
  }

  readDate(row: Row): string | undefined {
    const found = this.find(row, 'date')
    if (!found) return
    const year = found.text.trim()
    const text = /^\d{4}$/.test(year) ? [year, ...this.readMonthAndDay(row)].join('-') : year
    const read = readDay(text)
    if (read === undefined)
      this.rejectOptional(
        row,
        found.index,
        `${JSON.stringify(text)} is not a day in a known form. Write 1959-08-17, 17.8.1959, 1959-08 or 1959.`,
      )
    if (read && this.context.dateOrder.add(text, row.line)) return text
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
