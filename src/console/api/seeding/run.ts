import type { AuditedWrite } from '../../../audit/write.ts'
import { Conflict, OperationalError } from '../../../base/errors.ts'
import type { Database } from '../../../library/database.ts'
import type { LongWork } from '../../../library/longWork.ts'
import type { PeopleOptions } from '../../../seeding/base/people.ts'
import type { SeedOptions } from '../../../seeding/context.ts'
import type { PeopleWay } from '../../../seeding/report/peopleChange.ts'
import type { Report } from '../../../seeding/report/report.ts'
import type { SeedPlan } from '../../../seeding/seedCatalogue.ts'
import {
  describePruned,
  PruneLimitExceeded,
  parsePruneLimit,
  requiredLimit,
} from '../../../seeding/write/pruneLimit.ts'
import type { TableParameters } from './convert.ts'
import type { SeedReport } from './model.ts'
import type { CatalogueText } from './readFile.ts'

/** How many changes of each section and action a report lists. */
const maxListedChanges = 2_000

/** How many likely renames a report lists. */
const maxListedRenames = 2_000

export interface SeedParameters {
  prune?: boolean | undefined
  prune_at_most?: string | undefined
  accept_renames?: boolean | undefined
  people?: PeopleWay | undefined
  people_except?: string | undefined
  /** The digest of the preview whose changes are applied; undefined for a preview. */
  digest?: string | undefined
}

interface SeedRequest extends CatalogueText, SeedParameters {
  /** How a table was read. */
  table?: TableParameters
  /** A preview ends with its client; a seed does not. */
  work: LongWork
  /** Called with the number of entries that are processed and the number of all entries. */
  onProgress: (processed: number, total: number) => void
}

/**
 * Previews or applies a catalogue file. The report of a preview is that of the seed. The digest covers the file,
 * the parameters, and all changes, also those that the report leaves out.
 * @throws Conflict if the changes are others than those of the preview, or if more would be pruned than the limit allows;
 * InvalidCatalogue. Nothing is changed then.
 */
export const runSeed = async (
  library: Pick<Database, 'longSnapshot'>,
  write: AuditedWrite,
  request: SeedRequest,
): Promise<Omit<SeedReport, 'dry_run'>> => {
  const {
    text,
    hash,
    table,
    prune = false,
    prune_at_most = '',
    accept_renames = false,
    people = 'overwrite',
    people_except = '',
    digest: expected,
    work,
    onProgress,
  } = request
  const { findRenames, previewSeed, seedCatalogue } = await import('../../../seeding/seedCatalogue.ts')
  const { digestOf } = await import('../../../seeding/report/digest.ts')
  const acceptedRenames = accept_renames ? await findRenames(library, text, { prune }, work) : []
  let digest = ''
  const identify = async (report: Report, plan: SeedPlan) => {
    const request = { hash, table, prune, prune_at_most, accept_renames, people, people_except }
    digest = await digestOf(plan, report, request)
    if (expected !== undefined && expected !== digest) throw new Conflict(changedMessage)
  }
  try {
    const options: SeedOptions = {
      prune,
      pruneLimit: parsePruneLimit(prune_at_most) ?? 'default',
      acceptedRenames,
      people: peopleOptions(people, people_except),
      maxChanges: maxListedChanges,
      onProgress: async (processed, total) => onProgress(processed, total),
    }
    const isPreview = expected === undefined
    const report = isPreview
      ? await previewSeed(library, text, options, work, identify)
      : await seedCatalogue(write, text, options, identify)
    const likely_renames = report.likely_renames.slice(0, maxListedRenames)
    const more_renames = report.likely_renames.length - likely_renames.length
    return { digest, ...report, likely_renames, more_renames }
  } catch (error) {
    throw error instanceof PruneLimitExceeded ? createLimitError(error, prune_at_most) : error
  }
}

/** @param except - the paths of the changes for which the other way holds, separated by commas */
const peopleOptions = (way: PeopleWay, except: string): PeopleOptions => {
  const other = way === 'keep' ? 'overwrite' : 'keep'
  return { way, choices: new Map(except.split(',').map((name) => [name, other])) }
}

const changedMessage = 'The library has changed since the preview. Look at the changes again.'

const createLimitError = ({ sections }: PruneLimitExceeded, limit: string) => {
  const advice = limit
    ? `The prune_at_most of ${limit} does not allow it.`
    : `Check that the file is complete, or allow this with a prune_at_most of ${requiredLimit(sections)}.`
  return new Conflict(`Pruning would delete ${describePruned(sections)}. Nothing was changed. ${advice}`)
}

export interface MergeParameters extends Pick<SeedParameters, 'prune' | 'accept_renames' | 'people' | 'people_except'> {
  with_new?: boolean | undefined
}

/** Writes what people have changed into the text of a catalogue file. @throws what `mergeIntoFile` throws; Conflict if a record can't be named */
export const mergeFile = async (
  library: Pick<Database, 'longSnapshot'>,
  text: string,
  request: MergeParameters & { work: LongWork },
): Promise<string> => {
  const { with_new = false, prune = false, accept_renames = false, people = 'keep', people_except = '', work } = request
  const [{ findRenames }, { mergeIntoFile }] = await Promise.all([
    import('../../../seeding/seedCatalogue.ts'),
    import('../../../seeding/merge/mergeIntoFile.ts'),
  ])
  const acceptedRenames = accept_renames ? await findRenames(library, text, { prune }, work) : []
  try {
    const options = { withNew: with_new, prune, acceptedRenames, people: peopleOptions(people, people_except) }
    return (await mergeIntoFile(library, text, options, work)).text
  } catch (error) {
    throw error instanceof OperationalError ? new Conflict(error.message) : error
  }
}
