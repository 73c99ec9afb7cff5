import { InvalidArgumentError } from 'commander'
import type { Library } from '../library/open.ts'
import type { SeedOptions } from '../seeding/context.ts'
import { describePruned, type PruneLimit, prunesOf } from '../seeding/pruneLimit.ts'
import { sum } from '../seeding/report.ts'
import { seed } from '../seeding/seed.ts'
import { createPruneLimitError } from './output/pruneLimit.ts'
import { formatCount } from './output/table.ts'
import { confirm } from './prompts.ts'

/** Parses a number of records or a percentage. @throws InvalidArgumentError */
export const parsePruneLimit = (text: string): PruneLimit => {
  const [, digits, percentSign] = /^(\d{1,9})(%?)$/.exec(text) ?? []
  const number = Number(digits)
  if (percentSign === '' && number >= 0) return { records: number }
  if (percentSign === '%' && number <= 100) return { percent: number }
  throw new InvalidArgumentError('Give a number of records, such as 25, or a percentage from 0% to 100%.')
}

interface Options {
  yes?: true
  pruneAtMost?: PruneLimit
}

/**
 * Asks whether to delete the records that pruning would delete. With `yes` it asks only if that is over the default limit.
 * @returns the options with which a seed deletes no more than was confirmed
 * @throws OperationalError if the answer is no, or if an explicit limit is exceeded, or without a terminal the default one
 */
export const confirmPrune = async (
  database: Library,
  text: string,
  { yes, pruneAtMost }: Options,
): Promise<Pick<SeedOptions, 'maxDeletions' | 'confirmedPrunes'>> => {
  const pruneLimit = pruneAtMost ?? 'default'
  const report = await seed(database, text, { dryRun: true, prune: true, pruneLimit })
  const overLimit = report.prune_limit_exceeded
  if (overLimit.length > 0 && (pruneAtMost || !process.stdin.isTTY)) throw createPruneLimitError(overLimit, pruneLimit)
  if (yes && overLimit.length === 0) return {}
  const [records, likes, references] = [sum(report, 'deleted'), report.likes_deleted, report.references_cleared]
  if (records > 0) {
    const lost = `${formatCount(likes, 'likes')} and ${formatCount(references, 'references')} from records that stay`
    const question = `Delete ${formatCount(records, 'records')} that the file does not have, and with them ${lost}?`
    const warning =
      overLimit.length > 0 ? ` They include ${describePruned(overLimit)}: the file may be incomplete.` : ''
    await confirm(`${question}${warning}`, '--yes agrees to it, --dry-run lists them.')
  }
  return { maxDeletions: { records, likes }, confirmedPrunes: prunesOf(overLimit) }
}
