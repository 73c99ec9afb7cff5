import type { Database } from '../database/database.ts'
import { createContext, type SeedOptions } from './context.ts'
import { withPositions } from './positions.ts'
import { readCatalogue } from './read.ts'
import { reconcile } from './reconcile.ts'
import type { Report } from './report.ts'

interface Options extends SeedOptions {
  /** Do everything in a transaction that is rolled back. The report says what would change. */
  dryRun?: boolean
}

/**
 * Seeds the text of a catalogue file into the library, in one write: all of it or nothing. See `reconcile` for the steps.
 * @throws InvalidCatalogue with the problems of the file. Nothing is changed then.
 */
export const seed = async (database: Database, text: string, options: Options = {}): Promise<Report> => {
  const { dryRun = false, ...seedOptions } = options
  const { catalogue, problems } = readCatalogue(text)
  try {
    return await database.write(async (tx, now) => {
      const context = createContext(tx, now, catalogue, problems, seedOptions)
      await reconcile(context)
      if (problems.count > 0) throw withPositions(text, problems)
      if (dryRun) throw new DryRunRollback(context.report)
      return context.report
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.report
    throw error
  }
}

/** Rolls the write of a dry run back, and carries its report out of it. */
class DryRunRollback extends Error {
  constructor(readonly report: Report) {
    super()
  }
}
