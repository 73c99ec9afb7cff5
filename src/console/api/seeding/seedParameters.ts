import { Conflict } from '../../../base/errors.ts'
import { resourceNames } from '../../../catalogue/resources.ts'
import type { Parameter, Values } from '../../../http/query.ts'
import { PruneLimit } from '../../../seeding/decide/pruneLimit.ts'
import type { PeopleOptions, SeedOptions } from '../../../seeding/options.ts'
import { type PeopleWay, peopleWays } from '../../../seeding/report/peopleChange.ts'
import { digestPattern, isDigest } from '../../../validation/digest.ts'
import { booleanParameter, tableParameters } from './tableParameters.ts'

// What the routes that seed a file take beside it.

/** The maximum length of the names of changes in an address. */
const maxExceptLength = 4_000

const limitWords = {
  subject: 'Pruning',
  parameter: (records: number) => `a prune_at_most of ${records}`,
  tooLow: (limit: number) => `The prune_at_most of ${limit} does not allow it.`,
  error: Conflict,
}

const pruneAtMost: Parameter<PruneLimit> = {
  parse: (text) => PruneLimit.parse(text, limitWords),
  rule: 'must be a number of records, such as 25, not a percentage.',
  jsonSchema: { type: 'string', pattern: '^[0-9]{1,9}$' },
  description: 'How many records of a section may be deleted by `prune`.',
}

const peopleParameter = (byDefault: PeopleWay): Parameter<PeopleWay> => ({
  parse: (text) => peopleWays.find((way) => way === text),
  rule: `must be ${peopleWays.join(' or ')}.`,
  jsonSchema: { type: 'string', enum: [...peopleWays], default: byDefault },
  description: 'What is done with conflicts: changes by people since the last import that differ from the file.',
})

const namePattern = `(?:${resourceNames.join('|')})/[1-9][0-9]{0,15}(?:/[a-z_]{1,40})?`
const exceptPattern = new RegExp(`^${namePattern}(?:,${namePattern})*$`)

const peopleExcept: Parameter<string> = {
  parse: (text) => (text.length <= maxExceptLength && exceptPattern.test(text) ? text : undefined),
  rule: `must be names of changes, such as labels/1/name,albums/3, with at most ${maxExceptLength} characters.`,
  jsonSchema: { type: 'string', pattern: exceptPattern.source, maxLength: maxExceptLength },
  description: 'The conflicts that are overwritten instead of kept, or kept instead of overwritten.',
  example: 'labels/1/name,albums/3',
}

const fileParameters = {
  prune: booleanParameter('Delete the records that the file does not have.'),
  accept_renames: booleanParameter('Carry out the likely renames.'),
}

export const previewParameters = {
  ...tableParameters,
  ...fileParameters,
  prune_at_most: pruneAtMost,
  people: peopleParameter('overwrite'),
  people_except: peopleExcept,
}

export const mergeParameters = {
  ...fileParameters,
  people: peopleParameter('keep'),
  people_except: peopleExcept,
  with_new: booleanParameter('Add the records that people have added.'),
}

const digest: Parameter<string> = {
  parse: (text) => (isDigest(text) ? text : undefined),
  rule: 'must be the digest of a preview.',
  jsonSchema: { type: 'string', pattern: digestPattern },
  description: 'The digest of the preview.',
  isRequired: true,
}

export const seedParameters = { ...previewParameters, digest }

export type SeedParameters = Values<typeof seedParameters>
export type MergeParameters = Values<typeof mergeParameters>

/** All that a request decides, in the form and the order of the digest. */
export const toDecisions = ({
  prune = false,
  prune_at_most = new PruneLimit(limitWords),
  accept_renames = false,
  people = 'overwrite',
  people_except = '',
}: SeedParameters) => ({ prune, prune_at_most, accept_renames, people, people_except })

/** What a seed needs to know of what a request decides. */
export const toSeedOptions = ({ prune, prune_at_most, people, people_except }: ReturnType<typeof toDecisions>) =>
  ({ prune, pruneLimit: prune_at_most, people: toPeopleOptions(people, people_except) }) satisfies SeedOptions

/** @param except - the paths of the changes for which the other way holds, separated by commas */
const toPeopleOptions = (way: PeopleWay, except: string): PeopleOptions => {
  const other = way === 'keep' ? 'overwrite' : 'keep'
  return { way, choices: new Map(except.split(',').map((name) => [name, other])) }
}
