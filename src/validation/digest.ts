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
