import { AppError } from '../errors.ts'

/** Something wrong at a place in the file. */
export interface Problem {
  /** RFC 6901. A member that is missing is named too. */
  pointer: string
  sentence: string
}

export interface Position {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units, as editors count. */
  column: number
}

/** The file can't be seeded; nothing was written. */
export class InvalidCatalogue extends AppError {
  constructor(
    readonly problems: (Problem & Position)[],
    /** How many more there are than are listed. */
    readonly more: number,
  ) {
    const [first] = problems
    const count = problems.length + more
    super(
      `The catalogue has ${count} problem${count === 1 ? '' : 's'}, the first at ${first?.line}:${first?.column} ${first?.pointer}: ${first?.sentence}`,
    )
  }
}

/** As many problems as one run lists. */
const listed = 100

/** Gathers the problems of a file, so that one run finds all of them. */
export class ProblemList {
  readonly first: Problem[] = []
  count = 0

  private readonly places = new Set<string>()

  /** Only the first problem of a place counts: what is found there later may follow from it. */
  add(pointer: string, sentence: string | (() => string)) {
    if (this.places.has(pointer)) return
    // With that many wrong, the number need not be exact.
    if (this.places.size < 10_000) this.places.add(pointer)
    this.count++
    if (this.first.length >= listed) return
    this.first.push({ pointer, sentence: typeof sentence === 'string' ? sentence : sentence() })
  }
}

/** One step of a JSON pointer. */
export const step = (name: string | number) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
