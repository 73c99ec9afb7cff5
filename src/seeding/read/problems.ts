import { AppError } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import type { LikelyRename } from '../report/report.ts'

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
      `The ${name} has ${formatCount(count, 'problems')}, the first at ${first?.line}:${first?.column} ${first?.pointer}: ${first?.sentence}`,
    )
    this.problems = problems
    this.more = more
  }
}

/** The catalogue file can't be seeded. */
export class InvalidCatalogue extends InvalidFile {
  static override readonly name: string = 'InvalidCatalogue'

  constructor(
    found: FileProblems,
    /** The likely renames that would solve some of the problems. */
    readonly likelyRenames: readonly LikelyRename[] = [],
  ) {
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
  /** The number of places of each group, by its name. */
  private readonly groups = new Map<string, { problem: Problem | undefined; sentence: string; more: number }>()
  private readonly invalidNames = new Set<string>()
  private readonly invalidSections = new Set<string>()

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

  /**
   * Adds a problem that many places may have for the same reason. It is listed at the first.
   * @param describeMore - the end of the sentence, with the number of other places
   */
  addToGroup(
    group: string,
    pointer: string,
    sentence: () => string,
    describeMore = (more: number) => (more === 0 ? '' : ` Also at ${more} more ${more === 1 ? 'place' : 'places'}.`),
  ): void {
    const found = this.groups.get(group)
    if (found) {
      found.more++
      if (found.problem) found.problem.sentence = found.sentence + describeMore(found.more)
      return
    }
    if (this.pointers.has(pointer)) return
    const isListed = this.problems.length < maxListed
    const text = isListed ? sentence() : ''
    const entry = { problem: undefined as Problem | undefined, sentence: text, more: 0 }
    this.groups.set(group, entry)
    this.add(pointer, text + describeMore(0))
    if (isListed) entry.problem = this.problems.at(-1)
  }

  /** Notes a name that is invalid, so that references to it are no further problems. */
  addInvalidName(section: string, name: unknown): void {
    if (typeof name !== 'string' && typeof name !== 'number') return
    const text = String(name).trim()
    if (text.length <= maxNameLength) this.invalidNames.add(`${section} ${text}`)
  }

  /** Notes a section without entries that can be read, so that references to it are no further problems. */
  addInvalidSection(section: string): void {
    this.invalidSections.add(section)
  }

  /** Whether a reference names an entry whose name is invalid, or one of a section that can't be read. */
  isInvalidName(section: string, reference: string): boolean {
    return this.invalidSections.has(section) || this.invalidNames.has(`${section} ${reference}`)
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
