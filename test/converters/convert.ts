import { convertFile } from '../../src/converters/convertFile.ts'
import type { CsvOptions } from '../../src/converters/csv/readCsv.ts'
import type { TrackRow } from '../../src/converters/trackRow.ts'
import { rejection } from '../support/database.ts'
import { columnsByField, unreadOf } from '../support/tableColumns.ts'

/** Converts a file `x`. Returns the parsed catalogue, and the notes with their places. */
export const convert = async (content: string | Uint8Array, options: Partial<CsvOptions> = {}) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { chunks, notes, ...converted } = await convertFile(bytes, 'x', { columns: new Map(), ...options })
  const { $schema, ...catalogue } = JSON.parse([...chunks].join(''))
  const { columns } = converted.table
  return {
    ...converted,
    catalogue,
    notes: notes.map(({ place, sentence }) => `${place} ${sentence}`),
    columns: columnsByField(columns),
    unread: unreadOf(columns).map(({ name }) => name),
  }
}

/** The message of a conversion that fails. */
export const conversionError = async (...args: Parameters<typeof convert>): Promise<string> =>
  String(await rejection(convert(...args)))

/** A row with a path, from which its place and title follow. */
export const createRow = (file_path: string, others: Partial<TrackRow> = {}): TrackRow => ({
  place: file_path,
  title: `Title of ${file_path}`,
  file_path,
  artists: [],
  genres: [],
  ...others,
})
