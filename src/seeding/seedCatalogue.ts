import type { AuditedWrite } from '../audit/auditedWrite.ts'
import type { Reader } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import { type LongWork, ownWork } from '../library/longWork.ts'
import { applySeed, requireWithinLimits } from './apply/applySeed.ts'
import { findPlan } from './findPlan.ts'
import type { SeedOptions } from './options.ts'
import { renamesOfProblems } from './pair/changedIdentity.ts'
import { createPlan, type SeedPlan } from './plan.ts'
import { withPositions } from './read/positions.ts'
import { InvalidCatalogue, ProblemList, TooManyProblems } from './read/problems.ts'
import { readCatalogue } from './read/readCatalogue.ts'
import { FileText } from './read/text.ts'
import type { Report } from './report/report.ts'
import { toReport } from './report/toReport.ts'

/**
 * Seeds the text of a catalogue file, in one write: all of it or nothing.
 * @param check - called with what was found, before it is written: an error leaves everything as it is
 * @throws InvalidCatalogue with the problems of the file; the error of `pruneLimit`; what `check` throws. Nothing is changed then.
 */
export const seedCatalogue = (
  write: AuditedWrite,
  text: string,
  options: SeedOptions = {},
  check?: (report: Report, plan: SeedPlan) => Promise<void> | void,
): Promise<Report> =>
  withPlan(text, withHalfProgress(options), ownWork, (makePlan) =>
    write(async (tx) => {
      const plan = await makePlan(tx.db)
      requireWithinLimits(plan)
      const report = await toReport(plan)
      await check?.(report, plan)
      const { total } = plan.progress
      await applySeed(tx, plan, async (share) => options.onProgress?.(Math.floor((total * (1 + share)) / 2), total))
      return report
    }, ownWork),
  )

/** To find the changes of a file takes about half of the time of a seed that makes them. */
const withHalfProgress = ({ onProgress, ...options }: SeedOptions): SeedOptions => ({
  ...options,
  ...(onProgress && { onProgress: (processed, total) => onProgress(Math.ceil(processed / 2), total) }),
})

/**
 * Finds what seeding a catalogue file would change, from one state of the library. Writes don't wait for it, unless the library is in
 * memory. The report is that of the seed.
 * @param check - called with what was found
 * @throws InvalidCatalogue with the problems of the file
 */
export const previewSeed = (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  text: string,
  options: SeedOptions = {},
  work: LongWork = ownWork,
  check?: (report: Report, plan: SeedPlan) => Promise<void> | void,
): Promise<Report> =>
  withPlan(text, options, work, (makePlan) =>
    longSnapshot(work, async (read) => {
      const plan = await makePlan(read)
      const report = await toReport(plan)
      await check?.(report, plan)
      return report
    }),
  )

/**
 * Reads a file, and calls a function with what finds what it changes in one state of the library. That can be done once, since the references of
 * entries are resolved in place: a large file is in memory only once.
 * @throws InvalidCatalogue
 */
export const withPlan = async <T>(
  text: string,
  options: SeedOptions,
  work: LongWork,
  run: (makePlan: (read: Reader) => Promise<SeedPlan>) => Promise<T>,
): Promise<T> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  try {
    const catalogue = await readCatalogue(file, problems, work)
    return await run(async (read) => {
      const plan = await createPlan(read, { file, catalogue, problems }, options)
      await findPlan(plan)
      if (problems.count > 0) throw new InvalidCatalogue(await withPositions(file, problems), renamesOfProblems(plan))
      return plan
    })
  } catch (error) {
    if (error instanceof TooManyProblems) throw new InvalidCatalogue(await withPositions(file, problems))
    throw error
  }
}
