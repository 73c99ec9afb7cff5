import { constants, gunzipSync } from 'node:zlib'
import { OperationalError } from '../../base/errors.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'

// What a file that is no UTF-8 text is, and what to do with it.

/** How many bytes at the start of a file tell what it is. */
export const identifyingBytes = 512

/** What commands convert a file to, by the name of the result. */
const catalogueName = 'catalogue-utf8.json'

/** Returns what a file is that begins with these bytes, with the command that makes it UTF-8 text; undefined if it may be that. */
export const identifyFormat = (bytes: Uint8Array, file: string): string | undefined =>
  identifyArchive(bytes, file, catalogueName) ?? identifyEncoding(bytes, file, catalogueName)

/** The same for a compressed file or an archive. @param converted - the name of the file that the command writes */
export const identifyArchive = (bytes: Uint8Array, file: string, converted: string): string | undefined => {
  const compression = compressions.find(({ start }) => startsWith(bytes, start))
  if (compression) return describeCompression(bytes, file, compression, converted)
  if (isTar(bytes)) return `is a tar archive. ${unpackTar(file)}`
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) return describeArchive(bytes, file, converted)
}

/** The same for text in UTF-16 or UTF-32. */
export const identifyEncoding = (bytes: Uint8Array, file: string, converted: string): string | undefined => {
  const encoding = encodings.find(({ start }) => startsWith(bytes, start)) ?? findEncodingByZeros(bytes)
  if (encoding)
    return `is text in ${encoding.name}. Convert it: iconv -f ${encoding.iconvName} -t UTF-8 ${file} > ${converted}`
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

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
const isTar = (bytes: Uint8Array) => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar'

/** Decompresses so much of a gzip file that a tar header in it is complete. */
const decompressStart = (bytes: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(bytes.subarray(0, searchedBytes), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return new Uint8Array()
  }
}

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

/** Where the first byte is that is not UTF-8, its code in hexadecimal digits, and its character in Windows-1252. */
interface InvalidByte {
  line: number
  column: number
  code: string
  character: string
}

/** Finds the first byte that is not UTF-8, in bytes that have one. */
export const findInvalidByte = (bytes: Uint8Array): InvalidByte => {
  const search = searchInvalidByte(bytes)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** How many bytes are searched at a time. */
const blockBytes = 65_536

/** Searches the bytes. Yields after each block. */
function* searchInvalidByte(bytes: Uint8Array): Generator<undefined, InvalidByte> {
  let [start, line, column] = [0, 1, 1]
  const skip = (end: number): boolean => {
    const text = decodeValid(bytes.subarray(start, end))
    if (text === undefined) return false
    for (let at = start; at < end; at++) if (bytes[at] === 0x0a) line++
    const newline = text.lastIndexOf('\n')
    column = newline < 0 ? column + text.length : text.length - newline
    start = end
    return true
  }
  while (start + blockBytes < bytes.length && skip(startOfCharacter(bytes, start + blockBytes))) yield
  while (start < bytes.length && [1, 2, 3, 4].some((length) => skip(Math.min(start + length, bytes.length))));
  const byte = bytes.subarray(start, start + 1)
  return { line, column, code: byte.toHex().toUpperCase(), character: new TextDecoder('windows-1252').decode(byte) }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for bytes that are not UTF-8. */
const decodeValid = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return
  }
}

/** The offset of a character near an offset: none of its bytes but the first may be a continuation byte. */
const startOfCharacter = (bytes: Uint8Array, offset: number): number => {
  const isContinuation = (at: number) => at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80
  // No character has more of them.
  const end = [0, 1, 2, 3].find((more) => !isContinuation(offset + more))
  return offset + (end ?? 0)
}

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
