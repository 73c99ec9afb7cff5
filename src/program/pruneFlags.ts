import { type Command, InvalidArgumentError, Option } from 'commander'
import { OperationalError, UsageError } from '../base/errors.ts'
import { PruneLimit } from '../seeding/decide/pruneLimit.ts'
import type { SeedOptions } from '../seeding/options.ts'
import type { Report } from '../seeding/report/report.ts'

export interface PruneFlags {
  prune?: true
  pruneAtMost?: PruneLimit
}

const words = {
  subject: '--prune',
  parameter: (records: number) => `--prune-at-most ${records}`,
  tooLow: (limit: number) => `--prune-at-most allows ${limit} of a section.`,
  error: OperationalError,
}

export const addPruneOptions = (command: Command): Command =>
  command
    .option('--prune', 'delete the catalogue records that the file does not have')
    .addOption(
      new Option('--prune-at-most <number>', 'how many records of a section --prune may delete, such as 25').argParser(
        parseLimit,
      ),
    )

/** @throws InvalidArgumentError */
const parseLimit = (text: string): PruneLimit => {
  const limit = PruneLimit.parse(text, words)
  if (limit) return limit
  throw new InvalidArgumentError('Give a number of records, such as 25, not a percentage.')
}

/** @throws UsageError for a limit of nothing */
export const checkPruneFlags = ({ prune, pruneAtMost }: PruneFlags): void => {
  if (pruneAtMost && !prune) throw new UsageError('--prune-at-most is for --prune. Give both.')
}

/** What a seed with these flags may prune. */
export const toPruneOptions = ({ prune, pruneAtMost = new PruneLimit(words) }: PruneFlags) =>
  ({ prune: prune === true, pruneLimit: pruneAtMost }) satisfies SeedOptions

/** What a dry run says of a prune over the limit. */
export const pruneLines = ({ prune_limit_exceeded: exceeded }: Report, flags: PruneFlags): string[] =>
  exceeded.length > 0 ? [`The import would be refused: ${toPruneOptions(flags).pruneLimit.explain(exceeded)}`] : []
