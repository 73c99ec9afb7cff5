import { errorCode, errorMessage, OperationalError } from '../../errors.ts'

const maxBufferedChars = 65_536

type Chunks = Iterable<string> | AsyncIterable<string>

/** Writes a long text to standard output. @throws OperationalError if it can't be written */
export const printChunks = async (chunks: Chunks): Promise<void> => {
  try {
    await writeChunks(Bun.stdout.writer(), chunks)
  } catch (error) {
    if (errorCode(error) !== 'EPIPE')
      throw new OperationalError(`Standard output can't be written: ${errorMessage(error)}`)
    throw new OperationalError('Standard output was closed before everything was written.')
  }
}

/** Writes chunks through a buffer and awaits each write: the error of a write that is not awaited can't be caught. */
export const writeChunks = async (writer: Bun.FileSink, chunks: Chunks): Promise<void> => {
  let buffer = ''
  for await (const chunk of chunks) {
    buffer += chunk
    if (buffer.length < maxBufferedChars) continue
    await writer.write(buffer)
    await writer.flush()
    buffer = ''
  }
  await writer.write(buffer)
  await writer.end()
}
