import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { errorCode, OperationalError } from '../errors.ts'

/** The text of a file, or of standard input for `-`. */
export const readText = async (file: string): Promise<string> => {
  if (file === '-') return strictly(await Bun.stdin.bytes(), 'Standard input')
  try {
    // What comes through a pipe can be read only once.
    if (!statSync(file).isFile()) return strictly(await Bun.file(file).bytes(), file)
    const text = await Bun.file(file).text()
    // What is not UTF-8 has become this character; two bytes at the start make Bun read UTF-16. Looking at the bytes
    // of each file would hold a large one twice.
    const start = await Bun.file(file).slice(0, 2).bytes()
    const doubtful = text.includes('\ufffd') || (start[0] ?? 0) >= 0xfe
    return doubtful ? strictly(await Bun.file(file).bytes(), file) : text
  } catch (error) {
    if (error instanceof OperationalError) throw error
    if (errorCode(error) === 'ENOENT') throw new OperationalError(`There is no file ${file}.`)
    throw new OperationalError(`${file} can't be read. Check that it is a file, and that you may read it.`)
  }
}

const strictly = (bytes: Uint8Array, name: string) => {
  if (!isUtf8(bytes)) throw new OperationalError(`${name} is not UTF-8 text.`)
  return new TextDecoder().decode(bytes)
}
