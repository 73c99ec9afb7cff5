import { Command } from 'commander'
import { UsageError } from '../../base/errors.ts'
import { exampleTable } from '../../console/api/csv/example.ts'
import { printConversion } from '../output/conversion.ts'
import { printChunks, printText } from '../output/write.ts'
import { readBytes } from '../readText.ts'
import { addTableOptions, convertWith, type TableFlags } from '../tableOptions.ts'

interface Options extends TableFlags {
  example?: true
  quiet?: true
}

export const importCommand = () =>
  addTableOptions(new Command('import'))
    .argument(
      '[file]',
      'a CSV file with a track or an album in each row, or a library of Apple Music, beets, rekordbox, Spotify or Discogs; - for standard input',
    )
    .option('--example', 'print a CSV file to fill in')
    .option('--quiet', 'print nothing but the catalogue and errors')
    .action(importFile)

const importFile = async (file: string | undefined, { example, quiet, ...flags }: Options) => {
  if ((file === undefined) !== (example ?? false)) throw new UsageError('Name one file to import, or give --example.')
  if (file === undefined) return printText(exampleTable)
  const name = file === '-' ? '<stdin>' : file
  const bytes = await readBytes(file)
  const converted = await convertWith(bytes, name, flags, 'No catalogue was printed.', { quiet })
  if (!quiet) printConversion(name, converted)
  await printChunks(converted.chunks)
}
