import { isUtf8 } from 'node:buffer'
import { OperationalError } from '../../errors.ts'
import { describeInvalidByte, identifyFormat } from './encodings.ts'

/**
 * Decodes the bytes of a file to seed.
 * @param name - the name of the file in the error
 * @param file - the name of the file in a command that converts it
 * @throws OperationalError if they are not UTF-8; it says how to convert the file
 */
export const decodeUtf8 = (bytes: Uint8Array, name: string, file: string): string => {
  const problem = identifyFormat(bytes, file) ?? (isUtf8(bytes) ? undefined : describeInvalidByte(bytes, file))
  if (problem !== undefined) throw new OperationalError(`${name} ${problem}`)
  return new TextDecoder().decode(bytes)
}
