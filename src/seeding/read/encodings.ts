import { isUtf8 } from 'node:buffer'
import { OperationalError } from '../../base/errors.ts'
import { findInvalidByte } from './invalidByte.ts'

// In which encoding the text of a file is. A catalogue is in UTF-8, and tables are in the encodings of spreadsheets, too.

/** What text in UTF-16 or UTF-32 is, with the command that makes it UTF-8. @param converted - the name of the file that the command writes */
export const describeWideEncoding = (bytes: Uint8Array, file: string, converted: string): string | undefined => {
  const encoding = findWideEncoding(bytes)
  if (encoding)
    return `is text in ${encoding.name}. Convert it: iconv -f ${encoding.iconvName} -t UTF-8 ${file} > ${converted}`
}

export const isUtf32 = (bytes: Uint8Array): boolean => findWideEncoding(bytes)?.name === 'UTF-32'

const findWideEncoding = (bytes: Uint8Array) =>
  encodings.find(({ start }) => startsWith(bytes, start)) ?? findEncodingByZeros(bytes)

/** Whether bytes begin with these. */
export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

interface Encoding {
  name: string
  iconvName: string
}

/** By their byte order marks. That of UTF-32 begins like that of UTF-16. */
const encodings: readonly (Encoding & { start: readonly number[] })[] = [
  { name: 'UTF-32', iconvName: 'UTF-32', start: [0xff, 0xfe, 0, 0] },
  { name: 'UTF-32', iconvName: 'UTF-32', start: [0, 0, 0xfe, 0xff] },
  { name: 'UTF-16', iconvName: 'UTF-16', start: [0xff, 0xfe] },
  { name: 'UTF-16', iconvName: 'UTF-16', start: [0xfe, 0xff] },
]

/** Recognises an encoding without a byte order mark by the zeros of its first character: no JSON text in UTF-8 has any. */
const findEncodingByZeros = ([first, second, third, fourth]: Uint8Array): Encoding | undefined => {
  if (first === 0 && second === 0 && third === 0 && fourth) return { name: 'UTF-32', iconvName: 'UTF-32BE' }
  if (first && second === 0 && third === 0 && fourth === 0) return { name: 'UTF-32', iconvName: 'UTF-32LE' }
  if (first === 0 && second) return { name: 'UTF-16', iconvName: 'UTF-16BE' }
  if (first && second === 0) return { name: 'UTF-16', iconvName: 'UTF-16LE' }
}

export interface DecodedText {
  /** Its name in the Encoding Standard. https://encoding.spec.whatwg.org/#names-and-labels */
  encoding: string
  /** The text with `\n` as the only line ending and without byte order marks. It can be iterated once. */
  chunks: Iterable<string>
}

/**
 * Finds the encoding of a file of text, such as a table, and decodes it.
 * @param given - the encoding, if the user names one
 * @param fatal - whether bytes that the encoding has not are an error; U+FFFD takes their place otherwise
 * @throws OperationalError if the file is empty or no text, or has such bytes
 */
export const decodeText = (bytes: Uint8Array, name: string, given?: string, fatal = true): DecodedText => {
  if (bytes.length === 0) throw new OperationalError(`${name} is empty.`)
  const encoding = given ?? findEncoding(bytes, name)
  return { encoding, chunks: decode(bytes, encoding, name, fatal) }
}

/** A file has text in more than one encoding. */
export class UnclearEncoding extends OperationalError {}

/** How much of a file tells what it is, in bytes: more than the first two lines of a table. */
export const startLength = 20_000

/** The start of a file, as far as it is text in UTF-8 or UTF-16, without a byte order mark. */
export const decodeStart = (bytes: Uint8Array): string => {
  const start = bytes.subarray(0, startLength)
  const encoding = guessEncoding(start)
  return new TextDecoder(encoding.startsWith('utf-16') ? (encoding as Bun.Encoding) : 'utf-8').decode(start)
}

/** The number of bytes that are looked at to tell text from other content, and that are decoded at once. */
const sampleLength = 4096
const chunkLength = 1 << 20

/** @throws OperationalError if the file is no text */
const findEncoding = (bytes: Uint8Array, name: string): string => {
  const encoding = guessEncoding(bytes)
  if (encoding === 'other')
    throw new OperationalError(`${name} is not text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8.`)
  if (encoding !== 'mixed') return encoding
  const { line, column, code, character } = findInvalidByte(bytes)
  throw new UnclearEncoding(
    `${name}:${line}:${column} has the byte ${code}, which is not UTF-8, and other lines have letters in UTF-8. In Windows-1252 it is ${JSON.stringify(character)}. ` +
      'Correct it in the file, or say in which encoding all of the file is, such as --encoding windows-1252.',
  )
}

/** The encoding of text, `mixed` for UTF-8 with other bytes in it, or `other`. */
const guessEncoding = (bytes: Uint8Array): string => {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, sampleLength)
  const [evenZeros, oddZeros] = countZeros(sample)
  if (evenZeros + oddZeros > 0) {
    // Most characters of UTF-16 text in a Latin script have one byte that is zero.
    const manyZeros = sample.length / 4
    if (oddZeros > manyZeros && evenZeros === 0) return 'utf-16le'
    return evenZeros > manyZeros && oddZeros === 0 ? 'utf-16be' : 'other'
  }
  if (isUtf8(bytes)) return 'utf-8'
  if (sample.some(isControl)) return 'other'
  // A byte order mark of UTF-8, or a character of two bytes, which text in Windows-1252 hardly ever has.
  return startsWith(bytes, [0xef, 0xbb, 0xbf]) || hasMultibyteCharacter(bytes) ? 'mixed' : 'windows-1252'
}

/** Whether bytes that are not UTF-8 have a character of it that is not ASCII. */
const hasMultibyteCharacter = (bytes: Uint8Array): boolean => {
  for (let at = 0; at + 1 < bytes.length; at++) {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
    if (first >= 0xc3 && first < 0xf5 && second >= 0x80 && second < 0xc0) return true
  }
  return false
}

const countZeros = (sample: Uint8Array) => {
  const counts: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) counts[index % 2 === 0 ? 0 : 1]++
  return counts
}

/** Whether a byte is a control character that no text has. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)

function* decode(bytes: Uint8Array, encoding: string, name: string, fatal: boolean): Generator<string> {
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal }) // Any label of the standard.
  let endsWithReturn = false
  for (let start = 0; start < bytes.length; start += chunkLength) {
    const isLast = start + chunkLength >= bytes.length
    let text = decodeChunk(decoder, bytes.subarray(start, start + chunkLength), !isLast, name)
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1)
    endsWithReturn = text.endsWith('\r')
    // A byte order mark is in the middle where files were joined.
    yield text.replaceAll('\ufeff', '').replaceAll(/\r\n?/g, '\n')
  }
}

const decodeChunk = (decoder: TextDecoder, bytes: Uint8Array, stream: boolean, name: string): string => {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new OperationalError(`${name} has bytes that are not text in ${decoder.encoding}. Save it in UTF-8.`)
  }
}
