import { Conflict } from '../base/errors.ts'
import { yieldIfDue } from '../base/eventLoop.ts'
import { field } from './field.ts'

const pattern = /^[0-9a-f]{64}$/

/** The form of a digest, in JSON Schema. */
export const digestPattern = pattern.source

export const isDigest = (text: string): boolean => pattern.test(text)

/** The digest of a preview: SHA-256 in hexadecimal digits. */
export const Digest = () =>
  field<string, string>({
    jsonSchema: { type: 'string', pattern: digestPattern },
    validate: (value) =>
      typeof value === 'string' && isDigest(value) ? undefined : 'must be the digest of a preview.',
    normalize: (value) => value,
  })

/** How many lines are hashed before others may run: a fraction of a millisecond. */
const linesPerSlice = 100

/** The digest of what a preview has found. Two previews have the same lines only if they would make the same changes. */
export const createDigest = () => {
  const hasher = new Bun.CryptoHasher('sha256')
  let count = 0
  return {
    add: async (lines: Iterable<string>): Promise<void> => {
      for (const line of lines) {
        if (++count % linesPerSlice === 0) await yieldIfDue()
        hasher.update(`${line}\n`)
      }
    },
    toHex: (): string => hasher.digest('hex'),
  }
}

/** @throws Conflict if the digest of what would be done now is not the one that a dry run has returned */
export const requireDigest = (current: string, digest: string | undefined): void => {
  if (digest === undefined || current === digest) return
  throw new Conflict('The records have changed since the preview. Look at the changes again.')
}
