import type { Database } from '../../../src/library/database.ts'
import { InvalidCatalogue } from '../../../src/seeding/read/problems.ts'
import { seedValue } from '../../support/catalogue.ts'
import type { seedText } from '../../support/seedText.ts'

/** The report of a seed with all changes, or the problems of the file. */
export const trySeed = async (database: Database, file: unknown, options: Parameters<typeof seedText>[2]) => {
  try {
    return { report: await seedValue(database, file, { ...options, maxChanges: Number.POSITIVE_INFINITY }) }
  } catch (error) {
    if (!(error instanceof InvalidCatalogue)) throw error
    return { problems: error.problems }
  }
}
