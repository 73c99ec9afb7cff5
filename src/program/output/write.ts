import { fstatSync, statSync } from 'node:fs'
import { errorCode, OperationalError } from '../../base/errors.ts'
import { describeFileError } from '../../library/describeFileError.ts'
import { resolveLinks } from '../../library/links.ts'
import { streams, type Writer } from '../streams.ts'

/** The reader of standard output, such as `head`, has closed it before everything was written. That is no failure. */
export class OutputClosed extends Error {}

const describeOutputError = (error: unknown) =>
  errorCode(error) === 'EPIPE'
    ? new OutputClosed()
    : describeFileError(error, resolveLinks('/dev/stdout'), 'write', { name: 'Standard output' })

/** Prints a line. `console.log` would ignore errors. @throws OutputClosed; OperationalError if it can't be written */
export const printLine = (line: string): void => printText(`${line}\n`)

/** Writes a text to standard output. @throws OutputClosed; OperationalError if it can't be written */
export const printText = (text: string): void => {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(streams.write(bytes))
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw describeOutputError(error)
      // Another process has made the pipe non-blocking, and it is full.
      Bun.sleepSync(retryMs)
    }
  }
}

/**
 * For what is printed only once. The runtime opens /dev/null in the place of a standard output that is closed.
 * @throws OperationalError when standard output is /dev/null
 */
export const requireOutput = (): void => {
  const nowhere = statSync('/dev/null', { throwIfNoEntry: false })
  const output = fstatSync(1)
  if (nowhere && output.isCharacterDevice() && output.rdev === nowhere.rdev)
    throw new OperationalError('Standard output is closed or /dev/null, and this is shown only once. Nothing was made.')
}

const retryMs = 5

const maxBufferedChars = 65_536

type Chunks = Iterable<string> | AsyncIterable<string>

/** Writes a long text to standard output. @throws OutputClosed; OperationalError if it can't be written */
export const printChunks = async (chunks: Chunks): Promise<void> => {
  try {
    await writeChunks(streams.createWriter(), chunks)
  } catch (error) {
    throw describeOutputError(error)
  }
}

/** Yields a report as JSON, one chunk for each change: a million of them would exceed the maximum length of a string. */
export async function* reportChunks(
  report: object,
  changes: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(report, null, 2).slice(0, -2)},\n  "changes": [`
  let separator = ''
  for await (const change of changes) {
    yield `${separator}\n    ${JSON.stringify(change)}`
    separator = ','
  }
  yield separator === '' ? ']\n}\n' : '\n  ]\n}\n'
}

/** Writes chunks through a buffer and awaits each write: the error of a write that is not awaited can't be caught. */
export const writeChunks = async (writer: Writer, chunks: Chunks): Promise<void> => {
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
