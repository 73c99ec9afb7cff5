import { AppError } from '../errors.ts'

/** Something wrong at one place of a file. */
export interface Problem {
  /** A JSON pointer (RFC 6901). A missing member has the pointer that it would have. */
  pointer: string
  sentence: string
}

export interface Position {
  /** Counts from 1. */
  line: number
  /** Counts from 1, in UTF-16 code units, as editors do. */
  column: number
}

/** The problems of a file, in its order. */
export interface FileProblems {
  problems: (Problem & Position)[]
  /** The number of problems that are not in `problems`. At `maxProblems`, the rest of the file was not read. */
  more: number
}

/** A file can't be seeded. Nothing was written. */
export class InvalidFile extends AppError {
  readonly problems: FileProblems['problems']
  readonly more: number

  constructor(name: string, { problems, more }: FileProblems) {
    const [first] = problems
    const count = problems.length + more
    super(
      `The ${name} has ${count} problem${count === 1 ? '' : 's'}, the first at ${first?.line}:${first?.column} ${first?.pointer}: ${first?.sentence}`,
    )
    this.problems = problems
    this.more = more
  }
}

/** The catalogue file can't be seeded. */
export class InvalidCatalogue extends InvalidFile {
  constructor(found: FileProblems) {
    super('catalogue', found)
  }
}

/** The maximum number of problems that one run lists. */
const maxListed = 100

/** The number of problems after which a file is not read further: to find the others would take memory and time. */
export const maxProblems = 10_000

/** Ends the reading of a file that has `maxProblems`. The list has them. */
export class TooManyProblems extends Error {
  constructor() {
    super(`There are ${maxProblems} problems.`)
  }
}

/** Collects the problems of a file, so that one run reports all of them. */
export class ProblemList {
  /** The first problems, in the order in which they were found. */
  readonly problems: Problem[] = []
  count = 0

  private readonly pointers = new Set<string>()

  /**
   * Adds a problem, unless its place has one already: later problems of a place may follow from the first.
   * @throws TooManyProblems with the last problem of those that a list has room for
   */
  add(pointer: string, sentence: string | (() => string)): void {
    if (this.pointers.has(pointer)) return
    this.pointers.add(pointer)
    this.count++
    if (this.problems.length < maxListed) {
      this.problems.push({ pointer, sentence: typeof sentence === 'string' ? sentence : sentence() })
    }
    if (this.count >= maxProblems) throw new TooManyProblems()
  }
}

/** The JSON pointer (RFC 6901) of the value at a path from the top of the file. */
export const pointerOf = (...path: readonly (string | number)[]): string =>
  path.map((step) => `/${shorten(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The maximum length of a member name in a problem. Any text may stand where a file should have a name. */
const maxNameLength = 300

const shorten = (name: string) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

/** Quotes the name of a member in a sentence. */
export const quoteName = (name: string): string => `"${shorten(name)}"`
