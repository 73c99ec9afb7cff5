import { statSync } from 'node:fs'
import { quoteForShell } from '../base/visibleText.ts'
import { describeFileError } from '../library/describeFileError.ts'
import { decodeUtf8, identifyFormat, identifyingBytes } from '../seeding/read/identifyFormat.ts'
import { streams } from './streams.ts'

/**
 * Reads a text file, or standard input for `-`.
 * @throws OperationalError if it is unreadable or not UTF-8; it says how to convert the file
 */
export const readText = async (file: string): Promise<string> => {
  if (isStream(file)) return decodeText(await readBytes(file), file)
  return readFile(file, async (source) => {
    const text = await source.text()
    return (await mayBeInvalid(file, text)) ? decodeUtf8(await source.bytes(), file, quoteForShell(file)) : text
  })
}

/** Whether a file can be read only once, such as standard input or a pipe. */
export const isStream = (file: string): boolean => {
  if (file === '-') return true
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() === false
  } catch (error) {
    throw describeFileError(error, file, 'read')
  }
}

/** The text of a stream. @throws OperationalError if it is not UTF-8; it says how to convert the file */
export const decodeText = (bytes: Uint8Array, file: string): Promise<string> =>
  decodeUtf8(bytes, file === '-' ? 'Standard input' : file, 'FILE')

const readFile = async <T>(file: string, read: (source: Bun.BunFile) => Promise<T>): Promise<T> => {
  try {
    return await read(Bun.file(file))
  } catch (error) {
    throw describeFileError(error, file, 'read')
  }
}

/** Reads the bytes of a file, or standard input for `-`. @throws OperationalError if it is unreadable */
export const readBytes = (file: string): Promise<Uint8Array> =>
  file === '-' ? streams.readInput() : readFile(file, (source) => source.bytes())

/** Reads the first bytes of a file. @throws OperationalError if it is unreadable */
export const readStart = (file: string, length: number): Promise<Uint8Array> =>
  readFile(file, (source) => source.slice(0, length).bytes())

/**
 * Whether Bun may have decoded something else than UTF-8. It replaces invalid bytes with U+FFFD, and decodes UTF-16
 * after a byte order mark. Checking the bytes of every file instead would keep a large file in memory twice.
 */
const mayBeInvalid = async (file: string, text: string) =>
  identifyFormat(await Bun.file(file).slice(0, identifyingBytes).bytes(), file) !== undefined || text.includes('\ufffd')
