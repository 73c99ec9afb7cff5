import { codeOf, messageOf } from '../../library/describeError.ts'
import { Failure } from '../../errors.ts'

/** Writes a long text to standard output. */
export const printPieces = async (pieces: Iterable<string>): Promise<void> => {
  try {
    await writeAll(Bun.stdout.writer(), pieces)
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw new Failure(`Standard output can't be written: ${messageOf(error)}`)
    throw new Failure('Standard output was closed before everything was written.')
  }
}

/** In large portions, each waited for: what is not waited for can't be caught either. */
export const writeAll = async (writer: Bun.FileSink, pieces: Iterable<string>): Promise<void> => {
  let portion = ''
  for (const piece of pieces) {
    portion += piece
    if (portion.length < 65_536) continue
    await writer.write(portion)
    await writer.flush()
    portion = ''
  }
  await writer.write(portion)
  await writer.end()
}
