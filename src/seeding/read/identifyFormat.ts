import { constants, gunzipSync } from 'node:zlib'
import { OperationalError } from '../../base/errors.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { describeWideEncoding, startsWith } from './encodings.ts'
import { type InvalidByte, searchInvalidByte } from './invalidByte.ts'

// What a file is by its first bytes, and what to do with one that is no text in UTF-8.

/** How many bytes at the start of a file tell what it is. */
export const identifyingBytes = 512

/** What commands convert a file to, by the name of the result. */
const catalogueName = 'catalogue-utf8.json'

/** Returns what a file is that begins with these bytes, with the command that makes it UTF-8 text; undefined if it may be that. */
export const identifyFormat = (bytes: Uint8Array, file: string): string | undefined =>
  identifyArchive(bytes, file, catalogueName) ?? describeWideEncoding(bytes, file, catalogueName)

/** The same for a compressed file, an archive or a spreadsheet. @param converted - the name of the file that the command writes */
export const identifyArchive = (bytes: Uint8Array, file: string, converted: string): string | undefined => {
  const compression = compressions.find(({ start }) => startsWith(bytes, start))
  if (compression) return describeCompression(bytes, file, compression, converted)
  if (isTar(bytes)) return `is a tar archive. ${unpackTar(file)}`
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) return describeArchive(bytes, file, converted)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return 'is a spreadsheet of Excel (xls), not a CSV file. Save or export it as CSV first.'
}

/** Whether a file is a database of SQLite. https://sqlite.org/fileformat.html */
export const isDatabase = (bytes: Uint8Array): boolean => textAt(bytes, 0, 15) === 'SQLite format 3'

interface Compression {
  name: string
  start: readonly number[]
  command: string
}

const compressions: readonly Compression[] = [
  { name: 'gzip', start: [0x1f, 0x8b], command: 'gunzip -c' },
  { name: 'xz', start: [0xfd, 0x37, 0x7a, 0x58], command: 'xz -dc' },
  { name: 'bzip2', start: [0x42, 0x5a, 0x68], command: 'bzip2 -dc' },
  { name: 'zstd', start: [0x28, 0xb5, 0x2f, 0xfd], command: 'zstd -dc' },
]

const describeCompression = (bytes: Uint8Array, file: string, { name, command }: Compression, converted: string) =>
  tarName.test(file) || (name === 'gzip' && isTar(decompressStart(bytes)))
    ? `is a tar archive that is compressed with ${name}. ${unpackTar(file)}`
    : `is compressed with ${name}. Unpack it: ${command} ${file} > ${converted}`

/** The end of the name of a compressed archive, which may be in quotes. */
const tarName = /\.(?:tar\.\w+|tgz|txz|tbz2?|tzst)'?$/i

const unpackTar = (file: string) => `Unpack it: tar -xf ${file}`

/** Whether a header of POSIX or GNU tar is at the start. */
const isTar = (bytes: Uint8Array) => textAt(bytes, 257, 262) === 'ustar'

const textAt = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** Decompresses so much of a gzip file that a tar header in it is complete. */
const decompressStart = (bytes: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(bytes.subarray(0, searchedBytes), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return new Uint8Array()
  }
}

/** How many bytes of an archive are searched for what it has first. */
const searchedBytes = 4_096

const describeArchive = (bytes: Uint8Array, file: string, converted: string) => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, searchedBytes))
  return start.includes('[Content_Types].xml') || start.includes('xl/')
    ? 'is an Excel workbook. Save its sheet as CSV in UTF-8.'
    : `is a ZIP archive. Unpack it: unzip -p ${file} > ${converted}`
}

/** Describes the first byte of a text that is not UTF-8. */
const describeInvalidByte = ({ line, column, code, character }: InvalidByte, file: string): string =>
  `is not UTF-8 text: line ${line}, column ${column} has the byte ${code}. It is ${JSON.stringify(character)} in Windows-1252. If that is right, convert it: iconv -f WINDOWS-1252 -t UTF-8 ${file} > ${catalogueName}`

/** How many bytes are decoded before others may run. */
const bytesPerSlice = 1_048_576

/**
 * Decodes the bytes of a file to seed.
 * @param name - the name of the file in the error
 * @param file - the name of the file in a command that converts it
 * @throws OperationalError if they are not UTF-8; it says how to convert the file
 */
export const decodeUtf8 = async (bytes: Uint8Array, name: string, file: string): Promise<string> => {
  const format = identifyFormat(bytes, file)
  if (format !== undefined) throw new OperationalError(`${name} ${format}`)
  const slices = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for (let start = 0; start < bytes.length; start += bytesPerSlice) {
      const isLast = start + bytesPerSlice >= bytes.length
      parts.push(slices.decode(bytes.subarray(start, start + bytesPerSlice), { stream: !isLast }))
      await yieldIfDue()
    }
    return parts.join('')
  } catch {
    const search = searchInvalidByte(bytes)
    let step = search.next()
    for (; !step.done; step = search.next()) await yieldIfDue()
    throw new OperationalError(`${name} ${describeInvalidByte(step.value, file)}`)
  }
}
