import { OperationalError, ValidationError } from '../../../base/errors.ts'
import { isVisible } from '../../../base/visibleText.ts'
import { findColumns } from '../../../converters/csv/columns.ts'
import { findHeader } from '../../../converters/csv/header.ts'
import { readCsv } from '../../../converters/csv/readCsv.ts'
import { lineOfPlace } from '../../../converters/notes.ts'
import { NewTrack } from '../../../resources/track.ts'
import { validateObject } from '../../../validation/validateObject.ts'
import type { PastedTrack } from './model.ts'

/** A track, and the line of the pasted table that it was made of. */
export interface PastedRow extends PastedTrack {
  line: number
}

const maxListedProblems = 20

/** @throws ValidationError with these sentences about the member `text`, if there are any */
export const rejectProblems = (sentences: readonly string[]): void => {
  if (sentences.length > 0) throw new ValidationError({ text: sentences.slice(0, maxListedProblems) })
}

/** The columns of rows without a header, in their order. */
const defaultHeader = ['Title', 'File path', 'Duration', 'Artists', 'Genres'].join('\t')

const maxRows = 500

const hasHeader = (text: string) => {
  const columns = findColumns(findHeader(text, new Map()).names, new Map())
  return columns.title.length > 0 && columns.path.length > 0
}

/**
 * Reads rows that were copied from a spreadsheet, or a CSV file, as `import` does. A header is not needed.
 * @throws ValidationError with the lines of what is not understood
 */
export const parseRows = async (text: string): Promise<PastedRow[]> => {
  const { rows, problems, addedLines } = await readTable(text).catch((error) => {
    if (error instanceof OperationalError) throw new ValidationError({ text: [error.message] })
    throw error
  })
  rejectProblems(problems.listed.map(({ line, name, sentence }) => `Line ${line - addedLines}, ${name}: ${sentence}`))
  if (rows.length > maxRows)
    rejectProblems([`The text has ${rows.length} rows. At most ${maxRows} tracks are created at once.`])
  const tracks = rows.map(({ place, title, file_path, duration_seconds = null, artists, genres }) => ({
    line: (lineOfPlace(place) ?? 0) - addedLines,
    ...{ title: normalize(title), file_path: file_path.trim(), duration_seconds },
    ...{ artists: [...new Set(artists.map(normalize))], genres: [...new Set(genres.map(normalize))] },
  }))
  rejectProblems(tracks.flatMap(findProblems))
  return tracks
}

/** @throws OperationalError if the text is no table */
const readTable = async (text: string) => {
  const addedLines = hasHeader(text) ? 0 : 1
  const table = addedLines > 0 ? `${defaultHeader}\n${text}` : text
  return { ...(await readCsv(Buffer.from(table), 'text', { columns: new Map() })), addedLines }
}

const normalize = (name: string) => name.trim().normalize('NFC')

/** What the API would say about the fields of a track. */
const findProblems = ({ line, title, file_path, duration_seconds, artists, genres }: PastedRow): string[] => {
  if (![...artists, ...genres].every(isVisible))
    return [`Line ${line}: The name of an artist or a genre has no character that can be seen.`]
  try {
    validateObject(NewTrack, { title, file_path, duration_seconds })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return [`Line ${line}: ${error.message}`]
  }
}
