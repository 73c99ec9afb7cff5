import type { Parameter } from '../../../http/query.ts'
import { parsePruneLimit } from '../../../seeding/write/pruneLimit.ts'

const booleanParameter = (description: string): Parameter<boolean> => ({
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  rule: 'must be true or false.',
  jsonSchema: { type: 'boolean', default: false },
  description,
})

const pruneAtMost: Parameter<string> = {
  parse: (text) => (parsePruneLimit(text) ? text : undefined),
  rule: 'must be a number of records, such as 25, or a percentage from 0% to 100%.',
  jsonSchema: { type: 'string', pattern: '^[0-9]{1,9}%?$' },
  description: 'How many records of a section may be deleted by `prune`.',
}

export const previewParameters = {
  prune: booleanParameter('Delete the records that the file does not have.'),
  prune_at_most: pruneAtMost,
  accept_renames: booleanParameter('Carry out the likely renames.'),
}

const digest: Parameter<string> = {
  parse: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
  rule: 'must be the digest of a preview.',
  jsonSchema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  description: 'The digest of the preview.',
  isRequired: true,
}

export const seedParameters = { ...previewParameters, digest }
