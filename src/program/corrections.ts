import type { Command } from 'commander'
import { OperationalError } from '../base/errors.ts'
import { formatCount } from '../base/words.ts'
import { type Corrections, readCorrections } from '../converters/corrections.ts'
import { InvalidFile } from '../seeding/read/problems.ts'
import { printProblems } from './output/problems.ts'
import { readText } from './readText.ts'

export const addCorrectionsOption = (command: Command): Command =>
  command.option('--corrections <file>', 'a catalogue file whose formerly and merge_into correct names')

/** Reads the file of `--corrections`; undefined without one. @throws OperationalError, after its problems are printed */
export const readCorrectionsFile = async (file: string | undefined): Promise<Corrections | undefined> => {
  if (file === undefined) return
  try {
    return await readCorrections(await readText(file))
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    printProblems(file, error, false)
    const count = formatCount(error.problems.length + error.more, 'problems')
    throw new OperationalError(`${file} has ${count}. No catalogue was printed.`)
  }
}
