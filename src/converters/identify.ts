import { decodeStart, describeWideEncoding, isUtf32 } from '../seeding/read/encodings.ts'
import { identifyArchive, isDatabase } from '../seeding/read/identifyFormat.ts'
import { looksLikeCsv } from '../seeding/read/syntaxCauses.ts'
import { normalizeName } from './csv/fields.ts'
import { findForm } from './csv/forms.ts'
import { findOtherText, type OtherContent } from './otherTexts.ts'
import { type XmlForm, xmlForms } from './xml/forms.ts'

/** What a file is, by its start. What may be JSON, with mistakes or not, is unknown. */
type FileKind =
  | { name: 'xml'; form: XmlForm }
  | ({ name: 'other' } & OtherContent)
  | { name: 'database' | 'array' | 'table' | 'unknown' }

export const identifyFile = (bytes: Uint8Array): FileKind => {
  const form = findXmlForm(bytes)
  if (form) return { name: 'xml', form }
  if (isDatabase(bytes)) return { name: 'database' }
  const start = decodeStart(bytes)
  if (isArray(start)) return { name: 'array' }
  const other = findOther(bytes, start)
  if (other) return { name: 'other', ...other }
  return { name: isTable(start) ? 'table' : 'unknown' }
}

/** What a file is that is neither a table nor anything else that is read, if it is known. */
export const findOther = (bytes: Uint8Array, start = decodeStart(bytes)): OtherContent | undefined => {
  const [file, converted] = ['FILE', 'FILE.csv']
  const sentence =
    identifyArchive(bytes, file, converted) ??
    // UTF-16 is read.
    (isUtf32(bytes) ? describeWideEncoding(bytes, file, converted) : undefined)
  return sentence === undefined ? findOtherText(start) : { sentence, mayBeSeeded: true }
}

/** Whether a file is to be converted before it is seeded. Of what is not read, a message says what it is. */
export const isConvertible = (bytes: Uint8Array): boolean => {
  const kind = identifyFile(bytes)
  return kind.name === 'other' ? !kind.mayBeSeeded : kind.name !== 'unknown'
}

/** How far from the beginning the first element is looked for. */
const maxPrologue = 4_096

/** What may come before the first element: the declaration, comments and the document type. */
const prologues = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const

/** The form of the library that a file has, if it is one in XML. */
export const findXmlForm = (bytes: Uint8Array): XmlForm | undefined => {
  let text = new TextDecoder().decode(bytes.subarray(0, maxPrologue)).trimStart()
  for (;;) {
    const [begin, end] = prologues.find(([start]) => text.startsWith(start)) ?? []
    if (begin === undefined) break
    const at = text.indexOf(end)
    if (at < 0) return
    text = text.slice(at + end.length).trimStart()
  }
  const [, root] = /^<([\w-]+)/.exec(text) ?? []
  return xmlForms.find((form) => form.root === root)
}

/** Whether a text is an array of objects, or has tracks that are none of a catalogue file: those have a `file_path`. */
const isArray = (start: string) =>
  /^\s*\[\s*\{/.test(start) || /^\s*\{\s*"tracks"\s*:\s*\[\s*\{[^{}]*"uri"\s*:/.test(start)

/** Whether a text begins as a table does. One of labels or genres has a single column. */
const isTable = (start: string) => {
  const [firstLine = ''] = start.split(/\r?\n/, 1)
  return findForm([normalizeName(firstLine)]) !== undefined || looksLikeCsv(start)
}
