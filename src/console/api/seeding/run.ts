import type { AuditedWrite } from '../../../audit/auditedWrite.ts'
import { Conflict, OperationalError } from '../../../base/errors.ts'
import type { Database } from '../../../library/database.ts'
import type { LongWork } from '../../../library/longWork.ts'
import type { SeedOptions } from '../../../seeding/options.ts'
import type { SeedPlan } from '../../../seeding/plan.ts'
import type { Report } from '../../../seeding/report/report.ts'
import type { TableParameters } from './convert.ts'
import type { SeedReport } from './model.ts'
import type { CatalogueText } from './readFile.ts'
import { type MergeParameters, type SeedParameters, toDecisions, toSeedOptions } from './seedParameters.ts'

/** How many changes of each section and action a report lists. */
const maxListedChanges = 2_000

/** How many likely renames a report lists. */
const maxListedRenames = 2_000

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
  const { text, hash, table, digest: expected, work, onProgress } = request
  const { previewSeed, seedCatalogue } = await import('../../../seeding/seedCatalogue.ts')
  const { AcceptedRenames } = await import('../../../seeding/acceptedRenames.ts')
  const { digestOf } = await import('../../../seeding/report/digest.ts')
  const decisions = toDecisions(request)
  let digest = ''
  const identify = async (report: Report, plan: SeedPlan) => {
    digest = await digestOf(plan, report, { hash, table, ...decisions })
    if (expected !== undefined && expected !== digest) throw new Conflict(changedMessage)
  }
  const options: SeedOptions = {
    ...toSeedOptions(decisions),
    maxChanges: maxListedChanges,
    onProgress: async (processed, total) => onProgress(processed, total),
  }
  const isPreview = expected === undefined
  const report = await new AcceptedRenames(decisions.accept_renames).run((accepted) =>
    isPreview
      ? previewSeed(library, text, { ...options, ...accepted }, work, identify)
      : seedCatalogue(write, text, { ...options, ...accepted }, identify),
  )
  const likely_renames = report.likely_renames.slice(0, maxListedRenames)
  const more_renames = report.likely_renames.length - likely_renames.length
  return { digest, ...report, likely_renames, more_renames }
}

const changedMessage = 'The library has changed since the preview. Look at the changes again.'

/** Writes what people have changed into the text of a catalogue file. @throws what `mergeIntoFile` throws; Conflict if a record can't be named */
export const mergeFile = async (
  library: Pick<Database, 'longSnapshot'>,
  text: string,
  request: MergeParameters & { work: LongWork },
): Promise<string> => {
  const { with_new: withNew = false, people = 'keep', work } = request
  const [{ AcceptedRenames }, { mergeIntoFile }] = await Promise.all([
    import('../../../seeding/acceptedRenames.ts'),
    import('../../../seeding/merge/mergeIntoFile.ts'),
  ])
  const decisions = toDecisions({ ...request, people })
  const options = { ...toSeedOptions(decisions), withNew }
  try {
    const { text: merged } = await new AcceptedRenames(decisions.accept_renames).run((accepted) =>
      mergeIntoFile(library, text, { ...options, ...accepted }, work),
    )
    return merged
  } catch (error) {
    throw error instanceof OperationalError ? new Conflict(error.message) : error
  }
}
