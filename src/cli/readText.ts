import { isUtf8 } from 'node:buffer'
import { Failure } from '../faults.ts'

/** The text of a file, or of standard input for `-`. */
export const readText = async (file: string): Promise<string> => {
  if (file === '-') return strictly(await Bun.stdin.bytes(), 'Standard input')
  try {
    const text = await Bun.file(file).text()
    // What is not UTF-8 has become this character. Looking at the bytes each time would hold a large file twice.
    return text.includes('\ufffd') ? strictly(await Bun.file(file).bytes(), file) : text
  } catch (error) {
    if (error instanceof Failure) throw error
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (missing) throw new Failure(`There is no file ${file}.`)
    throw new Failure(`${file} can't be read. Check that it is a file, and that you may read it.`)
  }
}

const strictly = (bytes: Uint8Array, name: string) => {
  if (!isUtf8(bytes)) throw new Failure(`${name} is not UTF-8 text.`)
  return new TextDecoder().decode(bytes)
}
