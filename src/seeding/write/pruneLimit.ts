import { OperationalError } from '../../base/errors.ts'
import { fromKeys } from '../../base/objects.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { PrunedSection } from '../report/report.ts'

/**
 * How many records of each section `prune` may delete. Records that entries delete or merge do not count. A percentage is deprecated: the
 * version after 0.2 takes only numbers.
 */
export type PruneLimit = 'default' | { records: number } | { percent: number }

/** Parses a number of records, such as `25`, or a percentage, such as `25%`; undefined for any other text. */
export const parsePruneLimit = (text: string): Exclude<PruneLimit, 'default'> | undefined => {
  const [, digits, percentSign] = /^(\d{1,9})(%?)$/.exec(text) ?? []
  const number = Number(digits)
  if (percentSign === '' && number >= 0) return { records: number }
  if (percentSign === '%' && number <= 100) return { percent: number }
}

/** By default a section may lose this number of records, or this share of them, but never all. */
const defaultLimit = { records: 10, percent: 10 }

/** Pruning would delete more than the limit allows. Nothing was changed. */
export class PruneLimitExceeded extends OperationalError {
  constructor(readonly sections: readonly PrunedSection[]) {
    super(`Pruning would delete ${describePruned(sections)}. Nothing was changed.`)
  }
}

/** The sections of which more would be pruned than the limit allows. Those that were confirmed are left out. */
export const findSectionsOverLimit = (
  { pruneLimit, confirmedPrunes }: { pruneLimit?: PruneLimit; confirmedPrunes?: Record<ResourceName, number> },
  sections: Record<ResourceName, { pruned: readonly unknown[]; recordCount: number }>,
): PrunedSection[] =>
  resourceNames
    .map((name) => ({ section: name, pruned: sections[name].pruned.length, records: sections[name].recordCount }))
    .filter((pruned) => pruneLimit !== undefined && isOverLimit(pruned, pruneLimit))
    .filter(({ section, pruned }) => pruned > (confirmedPrunes?.[section] ?? 0))

const isOverLimit = ({ pruned, records }: PrunedSection, limit: PruneLimit): boolean => {
  if (pruned === 0) return false
  if (limit === 'default')
    return pruned === records || (pruned > defaultLimit.records && percentOf(pruned, records) > defaultLimit.percent)
  return 'records' in limit ? pruned > limit.records : percentOf(pruned, records) > limit.percent
}

const percentOf = (pruned: number, records: number) => (pruned * 100) / records

/** `19 of 19 labels (100 %), 3 of 29 genres (10.3 %) and 229 of 229 tracks (100 %)` */
export const describePruned = (sections: readonly PrunedSection[]): string =>
  sections
    .map(({ section, pruned, records }) => `${pruned} of ${records} ${section} (${formatPercent(pruned, records)} %)`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** With one decimal, unless it is 0. What is less than all is less than 100. */
const formatPercent = (pruned: number, records: number) =>
  pruned === records ? 100 : Math.min(Number(percentOf(pruned, records).toFixed(1)), 99.9)

/** The lowest number of records as a limit that allows to prune all this. */
export const requiredLimit = (sections: readonly PrunedSection[]): number =>
  Math.max(...sections.map(({ pruned }) => pruned))

/** The numbers of records that would be pruned, by section. */
export const prunesOf = (sections: readonly PrunedSection[]): Record<ResourceName, number> =>
  fromKeys(resourceNames, (name) => sections.find(({ section }) => section === name)?.pruned ?? 0)
