import { UsageError } from '../base/errors.ts'
import type { ConvertedFile } from '../converters/convertFile.ts'
import { isConvertible } from '../converters/identify.ts'
import { startLength } from '../seeding/read/encodings.ts'
import { printConversion } from './output/conversion.ts'
import { decodeText, isStream, readBytes, readStart, readText } from './readText.ts'
import { type Sample, sampleText } from './sampleFlag.ts'
import { convertWith, findTableFlag, type TableFlags } from './tableOptions.ts'

/** The text of a file to seed. */
export interface SeedFile {
  text: string
  /** What the text was made of, if the file was no catalogue and no accounts file. */
  converted?: ConvertedFile
}

export interface SeedFileFlags extends TableFlags {
  sample?: Sample
  prune?: true
  json?: true
  quiet?: true
}

/** What messages call a file; undefined for the sample. */
export const displayName = (file = 'The sample') => (file === '-' ? '<stdin>' : file)

/**
 * Reads a file to seed, or the sample where there is none: a catalogue file or an accounts file as it is, and any other as `import` reads it.
 * What was decided then is printed.
 * @throws UsageError for flags that the file has no use for; what `convertWith` and `readText` throw
 */
export const readFileToSeed = async (file: string | undefined, options: SeedFileFlags): Promise<SeedFile> => {
  if (file === undefined) return { text: await sampleText(options.sample ?? true) }
  const name = displayName(file)
  const stream = isStream(file) ? await readBytes(file) : undefined
  if (!isConvertible(stream ?? (await readStart(file, startLength)))) {
    const flag = findTableFlag(options)
    if (flag !== undefined)
      throw new UsageError(
        `${flag} is for tables and libraries of other programs, and ${name} is neither. Leave it out.`,
      )
    return { text: await (stream ? decodeText(stream, file) : readText(file)) }
  }
  const bytes = stream ?? (await readBytes(file))
  const converted = await convertWith(bytes, name, options, 'Nothing was changed.', options)
  if (options.prune && !converted.table.isWholeLibrary)
    throw new UsageError(
      `--prune is for a file that has a whole library, and ${name} is ${converted.table.format}. Leave it out.`,
    )
  if (!options.quiet) printConversion(name, converted)
  return { text: [...converted.chunks].join(''), converted }
}
