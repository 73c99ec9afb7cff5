import { OperationalError, UsageError } from '../base/errors.ts'
import type { ConvertedFile } from '../converters/convertFile.ts'
import { InvalidTable } from '../converters/csv/problems.ts'
import { isConvertible } from '../converters/identify.ts'
import { startLength } from '../seeding/read/encodings.ts'
import { printConversion, printTableSummary } from './output/conversion.ts'
import { printProblems, summarizeProblems } from './output/problems.ts'
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
 * Reads a file to seed: a catalogue file or an accounts file as it is, and any other as `import` reads it.
 * @param name - the name of the file in messages
 * @throws UsageError for flags that the file has no use for; what `convertFile` and `readText` throw
 */
const readSeedFile = async (file: string, name: string, flags: TableFlags): Promise<SeedFile> => {
  const stream = isStream(file) ? await readBytes(file) : undefined
  if (isConvertible(stream ?? (await readStart(file, startLength)))) {
    const converted = await convertWith(stream ?? (await readBytes(file)), name, flags)
    return { text: [...converted.chunks].join(''), converted }
  }
  const flag = findTableFlag(flags)
  if (flag !== undefined)
    throw new UsageError(`${flag} is for tables and libraries of other programs, and ${name} is none. Leave it out.`)
  return { text: await (stream ? decodeText(stream, file) : readText(file)) }
}

/** Reads the file, or the sample where there is none, and prints what was decided where it had to be converted. @throws OperationalError, after problems are printed */
export const readFileToSeed = async (file: string | undefined, options: SeedFileFlags): Promise<SeedFile> => {
  if (file === undefined) return { text: await sampleText(options.sample ?? true) }
  const name = displayName(file)
  const seedFile = await readSeedFile(file, name, options).catch((error) => {
    if (!(error instanceof InvalidTable)) throw error
    printProblems(name, error, options.json ?? false)
    if (!options.quiet) printTableSummary(error)
    throw new OperationalError(`${summarizeProblems(name, error)} Nothing was changed.`)
  })
  const { converted } = seedFile
  if (!converted) return seedFile
  if (options.prune && !converted.table.isWholeLibrary)
    throw new UsageError(
      `--prune is for a file that has all of a library, and ${name} is ${converted.table.format}. Leave it out.`,
    )
  if (!options.quiet) printConversion(name, converted)
  return seedFile
}
