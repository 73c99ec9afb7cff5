import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { type ConversionOutput, convertHere, type TableParameters } from '../../console/api/seeding/convert.ts'
import { printChunks } from '../output/write.ts'

/** What a server starts for a file that the console seeds: it is in no help. The file is on standard input. */
export const convertFileCommand = () =>
  new Command('convert-file')
    .description('convert a table or the library of another program')
    .option('--columns <columns>')
    .option('--encoding <name>')
    .option('--root <folder>')
    .action(convert)

const convert = async (parameters: TableParameters) => {
  offerMemory()
  await printChunks(toChunks(await convertHere(await Bun.stdin.bytes(), parameters)))
}

const toChunks = (output: ConversionOutput): string[] =>
  'failure' in output
    ? [`${JSON.stringify(output)}\n`]
    : [`${JSON.stringify({ conversion: output.conversion })}\n`, output.text]

/** Where memory runs out, the system ends this process before the server: proc_pid_oom_score_adj(5). */
const offerMemory = () => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The system has no such file.
  }
}
