import type { AppError } from '../../base/errors.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { PrunedSection } from '../report/report.ts'

/** What an interface says of a limit. */
interface Words {
  /** What prunes, at the start of a sentence. */
  subject: string
  /** The parameter with a number of records. */
  parameter: (records: number) => string
  /** The sentence that a limit is too low. */
  tooLow: (limit: string) => string
  /** The class of the error. */
  error: typeof AppError
}

/** By default a section may lose this number of records, or this share of them, but never all. */
const defaultLimit = { records: 10, percent: 10 }

/**
 * How many records of each section `prune` may delete. Records that entries delete or merge do not count. A percentage is deprecated: the
 * version after 0.2 takes only numbers.
 */
export class PruneLimit {
  /**
   * @param given - a number of records, such as `25`, or a percentage, such as `25%`; empty for the default
   * @param confirmed - what may be pruned although it is over the limit
   */
  constructor(
    private readonly words: Words,
    private readonly given = '',
    private readonly confirmed: readonly PrunedSection[] = [],
  ) {}

  /** @returns undefined if the text is no limit */
  static parse(text: string, words: Words): PruneLimit | undefined {
    const [, digits, percentSign] = /^(\d{1,9})(%?)$/.exec(text) ?? []
    return digits !== undefined && (!percentSign || Number(digits) <= 100) ? new PruneLimit(words, text) : undefined
  }

  get isDefault(): boolean {
    return this.given === ''
  }

  get isPercentage(): boolean {
    return this.given.endsWith('%')
  }

  /** The text that was given, for digests. */
  toJSON(): string {
    return this.given
  }

  /** The same limit for a seed that also may prune what was confirmed, but no more. */
  confirm(sections: readonly PrunedSection[]): PruneLimit {
    return new PruneLimit(this.words, this.given, sections)
  }

  /** The sections of which more would be pruned than the limit allows. Those that were confirmed are left out. */
  findExceeded(sections: Record<ResourceName, { pruned: readonly unknown[]; recordCount: number }>): PrunedSection[] {
    return resourceNames
      .map((name) => ({ section: name, pruned: sections[name].pruned.length, records: sections[name].recordCount }))
      .filter((found) => this.isExceededBy(found))
      .filter((found) => found.pruned > (this.confirmed.find(({ section }) => section === found.section)?.pruned ?? 0))
  }

  private isExceededBy({ pruned, records }: PrunedSection): boolean {
    if (pruned === 0) return false
    const limit = Number.parseInt(this.given, 10)
    if (this.isPercentage) return percentOf(pruned, records) > limit
    if (!this.isDefault) return pruned > limit
    return pruned === records || (pruned > defaultLimit.records && percentOf(pruned, records) > defaultLimit.percent)
  }

  /** What would be pruned, and what to do. */
  explain(exceeded: readonly PrunedSection[], outcome = ''): string {
    const { subject, parameter, tooLow } = this.words
    const required = Math.max(...exceeded.map(({ pruned }) => pruned))
    const advice = this.isDefault
      ? `Check that the file is complete, or allow this with ${parameter(required)}.`
      : tooLow(this.given)
    return `${subject} would delete ${describePruned(exceeded)}. ${outcome}${advice}`
  }

  /** The error of a seed that would exceed the limit, and that has changed nothing. */
  toError(exceeded: readonly PrunedSection[]): AppError {
    return new this.words.error(this.explain(exceeded, 'Nothing was changed. '))
  }
}

/** `19 of 19 labels (100 %), 3 of 29 genres (10.3 %) and 229 of 229 tracks (100 %)` */
export const describePruned = (sections: readonly PrunedSection[]): string =>
  sections
    .map(({ section, pruned, records }) => `${pruned} of ${records} ${section} (${formatPercent(pruned, records)} %)`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

const percentOf = (pruned: number, records: number) => (pruned * 100) / records

/** With one decimal, unless it is 0. What is less than all is less than 100. */
const formatPercent = (pruned: number, records: number) =>
  pruned === records ? 100 : Math.min(Number(percentOf(pruned, records).toFixed(1)), 99.9)
