import { Failure } from '../faults.ts'

/** The text of a file, or of standard input for `-`. */
export const readText = async (file: string): Promise<string> => {
  const bytes = file === '-' ? await Bun.stdin.bytes() : await readFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure(`${file} is not UTF-8 text.`)
  }
}

const readFile = async (file: string) => {
  try {
    return await Bun.file(file).bytes()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new Failure(`There is no file ${file}.`)
    throw new Failure(`${file} can't be read. Check that it is a file, and that you may read it.`)
  }
}
