import { Command } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { buildCatalogue } from '../../converters/buildCatalogue.ts'
import { correctRows } from '../../converters/corrections.ts'
import { AudioReaders } from '../audioReaders.ts'
import { printNotes } from '../output/conversion.ts'
import { withProgress } from '../output/progress.ts'
import { describeProblems, printLeftOut, printScan, printScanCounts } from '../output/scan.ts'
import { printChunks } from '../output/write.ts'
import { addCorrectionsOption, readCorrectionsFile } from '../tableOptions.ts'

interface Options {
  corrections?: string
  exclude?: string[]
  strict?: boolean
  quiet?: boolean
}

export const scanCommand = () =>
  addCorrectionsOption(new Command('scan'))
    .argument('<folder>', 'the music folder; paths in the catalogue are relative to it')
    .option(
      '--exclude <glob>',
      'leave out files and folders, such as Podcasts or "*.m4b"; can be given several times',
      (glob: string, globs: string[] = []) => [...globs, glob],
    )
    .option('--strict', 'print no catalogue if a file cannot be read or has no title, and exit with 1')
    .option('--quiet', 'print nothing but the catalogue and errors')
    .action(scan)

const scan = async (folder: string, { corrections: file, exclude = [], strict = false, quiet = false }: Options) => {
  const corrections = await readCorrectionsFile(file)
  // Loaded only for a scan: the help loads all commands.
  const { scanFolder } = await import('../../converters/scan/scanFolder.ts')
  const root = folder.replace(/(?<=.)\/+$/, '')
  using readers = new AudioReaders()
  const options = { readAudio: readers.read, concurrency: readers.count, exclude }
  const found = await withProgress('Scanning', !quiet, (onProgress) => scanFolder(root, options, onProgress), 'files')
  const { chunks, notes } = buildCatalogue(corrections ? correctRows(corrections, found.rows) : found.rows)
  if (!quiet || strict) printScan(found)
  if (!quiet) {
    printNotes(notes)
    printLeftOut(found)
    printScanCounts(found)
  }
  const problems = strict ? describeProblems(found) : ''
  if (problems !== '') throw new OperationalError(`${problems}. Because of --strict no catalogue was printed.`)
  if (found.rows.length === 0) throw new OperationalError(`None of the audio files in ${root} can be read.`)
  await printChunks(chunks)
}
