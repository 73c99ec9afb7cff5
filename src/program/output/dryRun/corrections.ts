import { formatCount } from '../../../base/words.ts'
import type { Report } from '../../../seeding/report/report.ts'

const maxListed = 10

/** The entries that correct a record which the library does not have: it was corrected before, or the name is wrong. */
export function* correctionLines({ corrections_without_record }: Report, full: boolean): Generator<string> {
  if (corrections_without_record.length === 0) return
  yield `${formatCount(corrections_without_record.length, 'corrections')} of records that the library does not have, or not any more:`
  const listed = full ? corrections_without_record : corrections_without_record.slice(0, maxListed)
  for (const { section, name, correction } of listed) yield `  ${section}: ${name} (${correction})`
  const more = corrections_without_record.length - listed.length
  if (more > 0) yield `  … and ${more} more; --full lists all`
  yield ''
}
