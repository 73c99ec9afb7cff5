import { looksLikeCsv } from '../seeding/read/syntaxCauses.ts'
import { normalizeName } from './csv/fields.ts'
import { findForm } from './csv/forms.ts'
import { decodeStart } from './decode.ts'
import { findOtherText } from './otherTexts.ts'

// What a file is, by its start.

export const isDatabase = (start: string) => start.startsWith('SQLite format 3')

/** Whether a text is an array of objects, or has tracks that are none of a catalogue file: those have a `file_path`. */
export const isArray = (start: string) =>
  /^\s*\[\s*\{/.test(start) || /^\s*\{\s*"tracks"\s*:\s*\[\s*\{[^{}]*"uri"\s*:/.test(start)

/** Whether a file is to be converted before it is seeded. What may be JSON, with mistakes or not, is none. */
export const isConvertible = (bytes: Uint8Array): boolean => {
  const start = decodeStart(bytes)
  const [firstLine = ''] = start.split(/\r?\n/, 1)
  const other = findOtherText(start)
  return (
    isDatabase(start) ||
    isArray(start) ||
    // A message says what it is.
    (other !== undefined && !other.mayBeSeeded) ||
    // A table of labels or genres has a single column.
    findForm([normalizeName(firstLine)]) !== undefined ||
    looksLikeCsv(start)
  )
}
