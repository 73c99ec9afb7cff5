import { formatCount } from '../base/words.ts'
import type { Library } from '../library/library.ts'
import type { AcceptedRenames } from '../seeding/acceptedRenames.ts'
import { describePruned } from '../seeding/decide/pruneLimit.ts'
import type { SeedOptions } from '../seeding/options.ts'
import { type Report, sum } from '../seeding/report/report.ts'
import { previewSeed } from '../seeding/seedCatalogue.ts'
import { confirm } from './prompts.ts'

interface Options {
  prune?: true
  yes?: true
}

/**
 * Asks whether to delete and merge the records that a seed would delete and merge. With `yes` it asks only if `--prune` would
 * delete more than the default limit.
 * @returns the options with which a seed deletes no more than was confirmed
 * @throws OperationalError if the answer is no, or if an explicit limit is exceeded, or without a terminal the default one
 */
export const confirmDeletions = async (
  database: Library,
  text: string,
  options: Options,
  seedOptions: SeedOptions & Required<Pick<SeedOptions, 'pruneLimit'>>,
  renames: AcceptedRenames,
): Promise<Pick<SeedOptions, 'maxDeletions' | 'pruneLimit'>> => {
  const { prune, yes } = options
  if (!(prune || mayRemove(text))) return yes ? {} : { maxDeletions: { records: 0, likes: 0 } }
  if (yes && !(prune && process.stdin.isTTY)) return {}
  const { pruneLimit } = seedOptions
  const report = await renames.run((accepted) =>
    previewSeed(database, text, { ...seedOptions, ...accepted, maxChanges: 1 }),
  )
  const overLimit = report.prune_limit_exceeded
  if (overLimit.length > 0 && !(pruneLimit.isDefault && process.stdin.isTTY)) throw pruneLimit.toError(overLimit)
  if (yes && overLimit.length === 0) return {}
  const records = sum(report, 'deleted') + sum(report, 'merged')
  if (records > 0) {
    const warning =
      overLimit.length > 0 ? ` They include ${describePruned(overLimit)}: the file may be incomplete.` : ''
    await confirm(
      `${questionFor(report, options, text)}${warning}${renameHint(report)}`,
      '--yes agrees to it, --dry-run lists them.',
    )
  }
  return { maxDeletions: { records, likes: report.likes_deleted }, pruneLimit: pruneLimit.confirm(overLimit) }
}

/** Whether entries of a file may merge or delete records. JSON can escape the names; a seed then fails instead of asking. */
const mayRemove = (text: string) => text.includes('"merge_into"') || text.includes('"delete"')

const renameHint = ({ likely_renames: { length } }: Report) =>
  length > 0
    ? ` ${formatCount(length, 'records')} of the file may be old ones with a new name: --accept-renames keeps them.`
    : ''

const questionFor = (report: Report, { prune }: Options, text: string) => {
  const [deleted, merged] = [sum(report, 'deleted'), sum(report, 'merged')]
  const verbs = [prune && 'does not have', mayRemove(text) && 'deletes'].filter(Boolean).join(' or ')
  const lost = `${formatCount(report.likes_deleted, 'likes')} and ${formatCount(report.references_cleared, 'references')}`
  const actions = [
    deleted > 0 &&
      `delete ${formatCount(deleted, 'records')} that the file ${verbs}, and with them ${lost} from records that stay`,
    merged > 0 && `merge ${formatCount(merged, 'records')} into others`,
  ]
  const question = actions.filter((action) => action !== false).join(', and ')
  return `${question.charAt(0).toUpperCase()}${question.slice(1)}?`
}
