import type { Parameter } from '../../../http/query.ts'
import { parsePruneLimit } from '../../../seeding/write/pruneLimit.ts'
import { digestPattern, isDigest } from '../../../validation/digest.ts'

const booleanParameter = (description: string): Parameter<boolean> => ({
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  rule: 'must be true or false.',
  jsonSchema: { type: 'boolean', default: false },
  description,
})

const pruneAtMost: Parameter<string> = {
  parse: (text) => (parsePruneLimit(text) ? text : undefined),
  rule: 'must be a number of records, such as 25, or a percentage from 0% to 100%.',
  jsonSchema: { type: 'string', pattern: '^(?:[0-9]{1,9}|0{0,6}(?:[0-9]{1,2}|100)%)$' },
  description: 'How many records of a section may be deleted by `prune`. A percentage is deprecated.',
}

export const previewParameters = {
  prune: booleanParameter('Delete the records that the file does not have.'),
  prune_at_most: pruneAtMost,
  accept_renames: booleanParameter('Carry out the likely renames.'),
}

const digest: Parameter<string> = {
  parse: (text) => (isDigest(text) ? text : undefined),
  rule: 'must be the digest of a preview.',
  jsonSchema: { type: 'string', pattern: digestPattern },
  description: 'The digest of the preview.',
  isRequired: true,
}

export const seedParameters = { ...previewParameters, digest }
