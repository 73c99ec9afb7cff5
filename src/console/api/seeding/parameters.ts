import { parsePruneLimit } from '../../../seeding/write/pruneLimit.ts'
import { booleanParameter, type Parameter } from '../query.ts'

const pruneAtMost: Parameter<string> = {
  parse: (text) => (parsePruneLimit(text) ? text : undefined),
  rule: 'must be a number of records, such as 25, or a percentage from 0% to 100%.',
  jsonSchema: { type: 'string', pattern: '^[0-9]{1,9}%?$' },
}

export const previewParameters = {
  prune: booleanParameter,
  prune_at_most: pruneAtMost,
  accept_renames: booleanParameter,
}

const digest: Parameter<string> & { isRequired: true } = {
  parse: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
  rule: 'must be the digest of a preview.',
  jsonSchema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  isRequired: true,
}

export const seedParameters = { ...previewParameters, digest }
