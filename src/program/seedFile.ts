import { UsageError } from '../base/errors.ts'
import type { ConvertedFile } from '../converters/convertFile.ts'
import { startLength } from '../converters/csv/decode.ts'
import { isConvertible } from '../converters/identify.ts'
import { decodeText, isStream, readBytes, readStart, readText } from './readText.ts'
import { convertWith, givenTableFlags, type TableFlags } from './tableOptions.ts'

/** The text of a file to seed. */
export interface SeedFile {
  text: string
  /** What the text was made of, if the file was no catalogue and no accounts file. */
  converted?: ConvertedFile
}

/**
 * Reads a file to seed: a catalogue file or an accounts file as it is, and any other as `import` reads it.
 * @param name - the name of the file in messages
 * @throws UsageError for flags that the file has no use for; what `convertFile` and `readText` throw
 */
export const readSeedFile = async (file: string, name: string, flags: TableFlags): Promise<SeedFile> => {
  const stream = isStream(file) ? await readBytes(file) : undefined
  if (isConvertible(stream ?? (await readStart(file, startLength)))) {
    const converted = await convertWith(stream ?? (await readBytes(file)), name, flags)
    return { text: [...converted.chunks].join(''), converted }
  }
  const [flag] = givenTableFlags(flags)
  if (flag !== undefined)
    throw new UsageError(`${flag} is for tables and libraries of other programs, and ${name} is none. Leave it out.`)
  return { text: stream ? decodeText(stream, file) : await readText(file) }
}
