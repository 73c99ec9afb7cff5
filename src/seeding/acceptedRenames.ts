import type { SeedOptions } from './options.ts'
import { InvalidCatalogue } from './read/problems.ts'
import type { LikelyRename } from './report/report.ts'

/** The likely renames that a run has found, and that the next one carries out. */
export class RenamesFound extends Error {
  constructor(readonly renames: readonly LikelyRename[]) {
    super(`${renames.length} likely renames were found.`)
  }
}

/** The likely renames of a file that are carried out. Those that one run finds hold for the following ones. */
export class AcceptedRenames {
  private readonly found: LikelyRename[] = []
  private isComplete: boolean

  constructor(accepts = false) {
    this.isComplete = !accepts
  }

  /**
   * Runs what makes a plan, and again with the renames that it has found.
   * @param likelyRenames - whether a plan may carry them out itself, where that is possible. The caller does not learn of them then
   */
  async run<T>(
    run: (options: Pick<SeedOptions, 'acceptedRenames' | 'likelyRenames'>) => Promise<T>,
    likelyRenames: NonNullable<SeedOptions['likelyRenames']> = 'throw',
  ): Promise<T> {
    for (;;) {
      try {
        const result = await run({ acceptedRenames: this.found, ...(!this.isComplete && { likelyRenames }) })
        if (likelyRenames === 'throw') this.isComplete = true
        return result
      } catch (error) {
        if (this.isComplete || !this.add(error)) throw error
      }
    }
  }

  /** Some renames are problems until they are accepted. Others are found afterwards. */
  private add(error: unknown): boolean {
    const isLast = error instanceof RenamesFound
    const renames = isLast ? error.renames : error instanceof InvalidCatalogue ? error.likelyRenames : []
    const added = renames.filter(({ id }) => this.found.every((rename) => rename.id !== id))
    this.found.push(...added)
    this.isComplete = isLast
    return isLast || added.length > 0
  }
}
