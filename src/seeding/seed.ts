import type { Database } from '../database/database.ts'
import { createContext, type SeedOptions } from './context.ts'
import { withPositions } from './positions.ts'
import { readCatalogue } from './read.ts'
import { reconcile } from './reconcile.ts'
import type { Report } from './report.ts'

/**
 * Brings the library in line with the text of a catalogue file, all or nothing, in one write.
 * @throws InvalidCatalogue with every problem of the file; nothing is changed then.
 */
export const seed = async (
  database: Database,
  text: string,
  { dryRun = false, ...options }: SeedOptions & { /** Do all the work, and take it back. */ dryRun?: boolean } = {},
): Promise<Report> => {
  const { catalogue, problems } = readCatalogue(text)
  try {
    return await database.write(async (tx, now) => {
      const work = createContext(tx, now, catalogue, problems, options)
      await reconcile(work)
      if (problems.count > 0) throw withPositions(text, problems)
      if (dryRun) throw new DryRunRollback(work.report)
      return work.report
    })
  } catch (outcome) {
    if (outcome instanceof DryRunRollback) return outcome.report
    throw outcome
  }
}

/** Ends the write of a dry run, so that nothing of it is kept. */
class DryRunRollback extends Error {
  constructor(readonly report: Report) {
    super()
  }
}
