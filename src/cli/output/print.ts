import { errorCode, errorMessage, OperationalError } from '../../errors.ts'

/** Writes a long text to standard output. */
export const printChunks = async (pieces: Iterable<string>): Promise<void> => {
  try {
    await writeAll(Bun.stdout.writer(), pieces)
  } catch (error) {
    if (errorCode(error) !== 'EPIPE')
      throw new OperationalError(`Standard output can't be written: ${errorMessage(error)}`)
    throw new OperationalError('Standard output was closed before everything was written.')
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
