import { expect } from 'bun:test'
import { seedValue } from '../support/catalogue.ts'

/** Seeds a catalogue, and then once more, which has to change nothing. @returns the report of the first seed */
export const expectIdempotent = async (...[database, catalogue, options]: Parameters<typeof seedValue>) => {
  const all = { ...options, maxChanges: 100 }
  const report = await seedValue(database, catalogue, all)
  expect(await seedValue(database, catalogue, all)).toMatchObject({ changes: [], likely_renames: [] })
  return report
}
