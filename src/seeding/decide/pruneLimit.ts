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
  tooLow: (limit: number) => string
  /** The class of the error. */
  error: typeof AppError
}

/** By default a section may lose this number of records, or this share of them, but never all. */
const defaultLimit = { records: 10, percent: 10 }

/** How many records of each section `prune` may delete. Records that entries delete or merge do not count. */
export class PruneLimit {
  /**
   * @param given - a number of records; undefined for the default
   * @param confirmed - what may be pruned although it is over the limit
   */
  constructor(
    private readonly words: Words,
    private readonly given?: number,
    private readonly confirmed: readonly PrunedSection[] = [],
  ) {}

  /** @returns undefined if the text is no limit */
  static parse(text: string, words: Words): PruneLimit | undefined {
    return /^\d{1,9}$/.test(text) ? new PruneLimit(words, Number(text)) : undefined
  }

  get isDefault(): boolean {
    return this.given === undefined
  }

  /** The number that was given, for digests. */
  toJSON(): number | undefined {
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
    if (this.given !== undefined) return pruned > this.given
    return pruned === records || (pruned > defaultLimit.records && percentOf(pruned, records) > defaultLimit.percent)
  }

  /** What would be pruned, and what to do. */
  explain(exceeded: readonly PrunedSection[], outcome = ''): string {
    const { subject, parameter, tooLow } = this.words
    const required = Math.max(...exceeded.map(({ pruned }) => pruned))
    const advice =
      this.given === undefined
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
