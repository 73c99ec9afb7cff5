import type { Database } from '../library/open.ts'
import { located } from './positions.ts'
import { readCatalogue } from './read.ts'
import { reconcile } from './reconcile.ts'
import type { Report } from './report.ts'
import { type Options, startWork } from './context.ts'

/**
 * Brings the library in line with the text of a catalogue file, all or nothing, in one write.
 * @throws BadCatalogue with every problem of the file; nothing is changed then.
 */
export const seed = async (
  database: Database,
  text: string,
  { dryRun = false, ...options }: Options & { /** Do all the work, and take it back. */ dryRun?: boolean } = {},
): Promise<Report> => {
  const { catalogue, problems } = readCatalogue(text)
  try {
    return await database.write(async (tx, now) => {
      const work = startWork(tx, now, catalogue, problems, options)
      await reconcile(work)
      if (problems.count > 0) throw located(text, problems)
      if (dryRun) throw new TakenBack(work.report)
      return work.report
    })
  } catch (outcome) {
    if (outcome instanceof TakenBack) return outcome.report
    throw outcome
  }
}

/** Ends the write of a dry run, so that nothing of it is kept. */
class TakenBack extends Error {
  constructor(readonly report: Report) {
    super()
  }
}
