import { Command } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { buildCatalogue } from '../../converters/buildCatalogue.ts'
import { correctRows } from '../../converters/corrections.ts'
import { AudioReaders } from '../audioReaders.ts'
import { printNotes } from '../output/conversion.ts'
import { type OnProgress, withProgress } from '../output/progress.ts'
import { describeProblems, printCovers, printLeftOut, printScan, printScanCounts } from '../output/scan.ts'
import { printChunks } from '../output/write.ts'
import { addCorrectionsOption, readCorrectionsFile } from '../tableOptions.ts'

interface Options {
  corrections?: string
  coversInto?: string
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
    .option(
      '--covers-into <folder>',
      'copy the picture inside a file of each album that has no cover into this folder, which is in the music folder',
    )
    .option('--strict', 'print no catalogue if a file cannot be read or has no title, and exit with 1')
    .option('--quiet', 'print nothing but the catalogue and errors')
    .action(scan)

const scan = async (
  folder: string,
  { corrections: file, coversInto, exclude = [], strict = false, quiet = false }: Options,
) => {
  const corrections = await readCorrectionsFile(file)
  // Loaded only for a scan: the help loads all commands.
  const { scanFolder } = await import('../../converters/scan/scanFolder.ts')
  const { copyCovers } = await import('../../converters/scan/copyCovers.ts')
  const { CoverFolder } = await import('../../converters/scan/coverFolder.ts')
  const root = folder.replace(/(?<=.)\/+$/, '')
  using covers = coversInto === undefined ? undefined : new CoverFolder(coversInto, root)
  using readers = new AudioReaders()
  const options = { readAudio: readers.read, concurrency: readers.count, exclude, withPictures: covers !== undefined }
  const found = await withProgress('Scanning', !quiet, (onProgress) => scanFolder(root, options, onProgress), 'files')
  const problems = strict ? describeProblems(found) : ''
  const corrected = corrections ? correctRows(corrections, found.rows) : found.rows
  // Covers are set in the rows, which are otherwise corrected one by one.
  const rows = covers ? [...corrected] : corrected
  const copy = async (onProgress: OnProgress, onChanged: () => void) => {
    onChanged()
    return covers ? copyCovers([...rows], { ...options, ...found, root, covers }, onProgress) : []
  }
  const isCopied = covers && problems === ''
  const coverNotes = isCopied ? await withProgress('Copying covers', !quiet, copy, 'covers') : []
  const { chunks, notes } = buildCatalogue(rows)
  if (!quiet || strict) printScan(found)
  if (!quiet) {
    printNotes([...coverNotes, ...notes])
    printLeftOut(found)
    printScanCounts(found)
    if (isCopied) printCovers(covers)
  }
  if (problems !== '') throw new OperationalError(`${problems}. Because of --strict no catalogue was printed.`)
  if (found.rows.length === 0) throw new OperationalError(`None of the audio files in ${root} can be read.`)
  await printChunks(chunks)
}
