import { Command } from 'commander'
import { convertToChunks, type TableParameters } from '../../console/api/seeding/convert.ts'
import { printChunks } from '../output/write.ts'
import { offerMemory, readParentFile } from '../parentInput.ts'

interface Options extends TableParameters {
  size?: string
}

/**
 * What a server starts for a file that the console seeds: it is in no help. Standard input has the file. With the size of it, the
 * process ends when standard input closes, and so with the server.
 */
export const convertFileCommand = () =>
  new Command('convert-file')
    .description('convert a table or the library of another program')
    .option('--size <bytes>')
    .option('--columns <columns>')
    .option('--encoding <name>')
    .option('--root <folder>')
    .option('--rows <what>')
    .option('--skip_unreadable')
    .action(convert)

const convert = async ({ size, ...parameters }: Options) => {
  offerMemory()
  const file = size === undefined ? await Bun.stdin.bytes() : readParentFile(Number(size))
  await printChunks(toLines(await convertToChunks(file, parameters)))
}

function* toLines(output: Awaited<ReturnType<typeof convertToChunks>>): Generator<string> {
  const { chunks, ...head } = { chunks: [], ...output }
  yield `${JSON.stringify(head)}\n`
  yield* chunks
}
