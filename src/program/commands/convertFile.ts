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
  await printChunks(toChunks(await convertHere(await Bun.stdin.bytes(), parameters)))
}

const toChunks = (output: ConversionOutput): string[] =>
  'failure' in output
    ? [`${JSON.stringify(output)}\n`]
    : [`${JSON.stringify({ conversion: output.conversion })}\n`, output.text]
