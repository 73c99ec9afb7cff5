import type { AuditedWrite } from '../audit/write.ts'
import type { Reader } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import { type LongWork, ownWork } from '../library/longWork.ts'
import { createContext, type SeedContext, type SeedOptions } from './context.ts'
import { renamesOfProblems } from './match/changedIdentity.ts'
import { withPositions } from './read/positions.ts'
import { InvalidCatalogue, ProblemList, TooManyProblems } from './read/problems.ts'
import { readCatalogue } from './read/readCatalogue.ts'
import { FileText } from './read/text.ts'
import { reconcile } from './reconcile.ts'
import type { LikelyRename, Report } from './report/report.ts'
import { applySeed, requireWithinLimits } from './write/applySeed.ts'

/**
 * Seeds the text of a catalogue file, in one write: all of it or nothing. See `reconcile` for the steps.
 * @throws InvalidCatalogue with the problems of the file; PruneLimitExceeded. Nothing is changed then.
 */
export const seedCatalogue = (write: AuditedWrite, text: string, options: SeedOptions = {}): Promise<Report> =>
  runSeed(text, options, (seed) => write((tx) => seed(tx.db, (context) => applySeed(tx, context)), ownWork))

/**
 * Finds what seeding a catalogue file would change, from one state of the library. Writes don't wait for it, unless the library is in
 * memory. The report is that of the seed.
 * @throws InvalidCatalogue with the problems of the file
 */
export const previewSeed = (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  text: string,
  options: SeedOptions = {},
  work: LongWork = ownWork,
): Promise<Report> => runSeed(text, options, (seed) => longSnapshot(work, (read) => seed(read)), work)

type Seed = (read: Reader, apply?: (context: SeedContext) => Promise<void>) => Promise<Report>

/** @param connect - calls a function with the connection of a transaction, and with what makes the changes that were found */
export const runSeed = async (
  text: string,
  options: SeedOptions,
  connect: (seed: Seed) => Promise<Report>,
  work: LongWork = ownWork,
): Promise<Report> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  try {
    const catalogue = await readCatalogue(file, problems, work)
    return await connect(async (read, apply) => {
      const context = await createContext(read, catalogue, problems, options)
      await reconcile(context)
      if (problems.count > 0)
        throw new InvalidCatalogue(await withPositions(file, problems), renamesOfProblems(context))
      if (apply) requireWithinLimits(context)
      await options.onReconciled?.(context, file)
      const { listed, count } = context.people
      // Most seeds find none, and would load the code of the audit trail for nothing.
      if (listed.length > 0) await (await import('./base/authors.ts')).addAuthors(read, listed)
      const report = {
        ...context.report,
        ...context.changes?.toReport(),
        ...(await context.warnings.locate(file)),
        changed_by_people: listed,
        more_changed_by_people: count - listed.length,
      }
      options.beforeCommit?.(report)
      await apply?.(context)
      return report
    })
  } catch (error) {
    if (error instanceof TooManyProblems) throw new InvalidCatalogue(await withPositions(file, problems))
    throw error
  }
}

/** The likely renames of a file, found by a preview that lists as little else as possible. */
export const findRenames = async (
  database: Pick<Database, 'longSnapshot'>,
  text: string,
  { prune }: Pick<SeedOptions, 'prune'>,
  work?: LongWork,
): Promise<LikelyRename[]> => {
  const acceptedRenames: LikelyRename[] = []
  for (;;) {
    try {
      const { likely_renames } = await previewSeed(database, text, { prune, maxChanges: 1, acceptedRenames }, work)
      return [...acceptedRenames, ...likely_renames]
    } catch (error) {
      // Some renames are problems until they are accepted. Others are found afterwards.
      const found = error instanceof InvalidCatalogue ? error.likelyRenames : []
      const added = found.filter(({ id }) => acceptedRenames.every((rename) => rename.id !== id))
      if (added.length === 0) throw error
      acceptedRenames.push(...added)
    }
  }
}
