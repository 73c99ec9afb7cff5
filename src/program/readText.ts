import { statSync } from 'node:fs'
import { errorCode, OperationalError } from '../base/errors.ts'
import { quoteForShell } from '../base/escaping.ts'
import { userName } from '../library/users.ts'
import { decodeUtf8, identifyFormat, identifyingBytes } from '../seeding/read/encodings.ts'

/**
 * Reads a text file, or standard input for `-`.
 * @throws OperationalError if it is unreadable or not UTF-8; it says how to convert the file
 */
export const readText = async (file: string): Promise<string> => {
  if (file === '-') return decodeUtf8(await Bun.stdin.bytes(), 'Standard input', 'FILE')
  const name = quoteForShell(file)
  return readFile(file, async (source) => {
    // A pipe can be read only once.
    if (!statSync(file).isFile()) return decodeUtf8(await source.bytes(), file, 'FILE')
    const text = await source.text()
    return (await mayBeInvalid(file, text)) ? decodeUtf8(await source.bytes(), file, name) : text
  })
}

const readFile = async <T>(file: string, read: (source: Bun.BunFile) => Promise<T>): Promise<T> => {
  try {
    return await read(Bun.file(file))
  } catch (error) {
    if (error instanceof OperationalError) throw error
    if (errorCode(error) === 'ENOENT') throw new OperationalError(`There is no file ${file}.`)
    throw new OperationalError(
      `${file} can't be read. Check that it is a file, and that the user ${userName()} may read it.`,
    )
  }
}

/** Reads the bytes of a file, or standard input for `-`. @throws OperationalError if it is unreadable */
export const readBytes = (file: string): Promise<Uint8Array> =>
  file === '-' ? Bun.stdin.bytes() : readFile(file, (source) => source.bytes())

/**
 * Whether Bun may have decoded something else than UTF-8. It replaces invalid bytes with U+FFFD, and decodes UTF-16
 * after a byte order mark. Checking the bytes of every file instead would keep a large file in memory twice.
 */
const mayBeInvalid = async (file: string, text: string) =>
  identifyFormat(await Bun.file(file).slice(0, identifyingBytes).bytes(), file) !== undefined || text.includes('\ufffd')
