import { MalformedBody, OperationalError } from '../../../base/errors.ts'
import { yieldIfDue } from '../../../base/eventLoop.ts'
import { WorkInProgress } from '../../../base/retryLater.ts'
import { type BodyContext, readBody } from '../../../http/readBody.ts'
import { type Conversion, type ConversionOutput, TableRejected } from './convert.ts'
import type { FileInMemory } from './fileMemory.ts'

/** The maximum size of a catalogue file, in bytes. It has a limit of its own: a file is much longer than other bodies. */
export const maxFileBytes = 67_108_864

/** How long a file may take to arrive, in milliseconds: the largest one needs 1.8 Mbit/s. */
const fileTimeoutMs = 300_000

/** How many bytes are hashed before others may run. */
const bytesPerSlice = 1_048_576

export interface CatalogueText {
  text: string
  /** The SHA-256 of the bytes, in hexadecimal digits. */
  hash: string
  /** How the text was made, if the file was no catalogue. */
  conversion?: Conversion
}

/** @param convert - what makes a catalogue of a file that is none */
export type ReadText = (convert: (bytes: Uint8Array) => Promise<ConversionOutput>) => Promise<CatalogueText>

/**
 * Waits for the body of a request, which is a catalogue file, or one that can be converted to it.
 * @returns the function that reads its text, once: the bytes are garbage then. It throws MalformedBody for bytes that are not
 * UTF-8, and for an accounts file; TableRejected
 * @throws what readBody throws
 */
export const receiveFile = async (context: BodyContext, { takeMemory, onChunk }: FileInMemory): Promise<ReadText> => {
  const limits = { maxBytes: maxFileBytes, timeoutMs: fileTimeoutMs, takesAnyType: true, takeMemory, onChunk }
  let bytes: Uint8Array | undefined = await readBody(context, limits, (body) => body)
  return async (convert) => {
    const received = bytes ?? new Uint8Array()
    bytes = undefined
    // While the file was on its way, the caller may have lost the right to what the response would show.
    await context.checkAccess?.()
    const hash = await hashBytes(received)
    const { isConvertible } = await import('../../../converters/identify.ts')
    if (!isConvertible(received)) return { text: await readText(received), hash }
    const output = await convert(received)
    if ('failure' in output) throw new TableRejected(output.failure)
    return { ...output, hash }
  }
}

const readText = async (bytes: Uint8Array): Promise<string> => {
  const [{ decodeUtf8 }, { isAccountsFile }] = await Promise.all([
    import('../../../seeding/read/identifyFormat.ts'),
    import('../../../seeding/accounts/read.ts'),
  ])
  const text = await decodeUtf8(bytes, 'The file', 'FILE').catch((error) => {
    throw error instanceof OperationalError ? new MalformedBody(error.message) : error
  })
  if (!isAccountsFile(text)) return text
  throw new MalformedBody('This is an accounts file. Import it with the command music-library seed FILE.')
}

const hashBytes = async (bytes: Uint8Array) => {
  const hasher = new Bun.CryptoHasher('sha256')
  for (let start = 0; start < bytes.length; start += bytesPerSlice) {
    hasher.update(bytes.subarray(start, start + bytesPerSlice))
    await yieldIfDue()
  }
  return hasher.digest('hex')
}

/** The error of a file that has arrived while another one is previewed or seeded: each takes much memory. */
export const createBusyError = () => new WorkInProgress('The server is busy with another catalogue file.', 5)
