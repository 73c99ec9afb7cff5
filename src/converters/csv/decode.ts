import { isUtf8 } from 'node:buffer'
import { OperationalError } from '../../base/errors.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The number of bytes that are looked at to tell text from other content, and that are decoded at once. */
const sampleLength = 4096
const chunkLength = 1 << 20

export interface DecodedText {
  encoding: Encoding
  /** The text with `\n` as the only line ending and without byte order marks. It can be iterated once. */
  chunks: Iterable<string>
}

/** Finds the encoding of a CSV file and decodes it. @throws OperationalError if the file is empty or no text */
export const decodeCsv = (bytes: Uint8Array, name: string): DecodedText => {
  if (bytes.length === 0) throw new OperationalError(`${name} is empty.`)
  const otherFormat = otherFormats.find(({ start }) => startsWith(bytes, start))
  if (otherFormat) throw new OperationalError(`${name} ${otherFormat.sentence}`)
  const encoding = findEncoding(bytes)
  if (!encoding)
    throw new OperationalError(`${name} is no text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8.`)
  return { encoding, chunks: decode(bytes, encoding) }
}

const saveAsCsv = 'Save or export it as CSV first.'

const otherFormats: { start: string | number[]; sentence: string }[] = [
  {
    start: [0x1f, 0x8b],
    sentence: 'is compressed with gzip. Decompress it first, or pipe it: gunzip -c FILE | music-library import -',
  },
  {
    start: 'PK\u0003\u0004',
    sentence: `is a spreadsheet (xlsx or ods) or another ZIP file, and no CSV file. ${saveAsCsv}`,
  },
  { start: [0xd0, 0xcf, 0x11, 0xe0], sentence: `is a spreadsheet of Excel (xls), and no CSV file. ${saveAsCsv}` },
  {
    start: 'SQLite format 3\0',
    sentence: 'is an SQLite database, and no CSV file. Export a table or a query of it as CSV first.',
  },
  { start: '<?xml', sentence: `is XML, and no CSV file. ${saveAsCsv}` },
  { start: '{', sentence: 'is JSON, and no CSV file. A catalogue file is seeded with "music-library seed".' },
]

const startsWith = (bytes: Uint8Array, start: string | number[]) =>
  Buffer.from(typeof start === 'string' ? Buffer.from(start, 'latin1') : start).equals(bytes.subarray(0, start.length))

const findEncoding = (bytes: Uint8Array): Encoding | undefined => {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, sampleLength)
  const [evenZeros, oddZeros] = countZeros(sample)
  if (evenZeros + oddZeros > 0) {
    // Most characters of UTF-16 text in a Latin script have one byte that is zero.
    const most = sample.length / 4
    if (oddZeros > most && evenZeros === 0) return 'utf-16le'
    return evenZeros > most && oddZeros === 0 ? 'utf-16be' : undefined
  }
  if (isUtf8(bytes)) return 'utf-8'
  // The byte order mark of UTF-8.
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return
  return sample.some(isControl) ? undefined : 'windows-1252'
}

const countZeros = (sample: Uint8Array) => {
  const counts: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) counts[index % 2 === 0 ? 0 : 1]++
  return counts
}

/** Whether a byte is a control character that no text has. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)

function* decode(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding)
  let endsWithReturn = false
  for (let start = 0; start < bytes.length; start += chunkLength) {
    const isLast = start + chunkLength >= bytes.length
    let text = decoder.decode(bytes.subarray(start, start + chunkLength), { stream: !isLast })
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1)
    endsWithReturn = text.endsWith('\r')
    // A byte order mark is in the middle where files were joined.
    yield text.replaceAll('\ufeff', '').replaceAll(/\r\n?/g, '\n')
  }
}
