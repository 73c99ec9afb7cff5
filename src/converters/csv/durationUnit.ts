import { normalizeName } from './fields.ts'
import type { CsvProblems } from './problems.ts'

const [minPlausibleMs, maxDoubtfulSeconds, secondsOfDay] = [1_000, 10_000, 86_400]

/** How many more values of one unit than of the other prove it, where there are both. */
const clearMajority = 10

/** A number in a column of durations whose name has no unit. */
interface PlainDuration {
  value: number
  line: number
}

/** What the rows of a column have decided, at the first of the rows that were in doubt. */
export interface Decision {
  line: number
  sentence: string
  /** The number of rows that it concerns; one by default. */
  count?: number
}

/**
 * Finds out whether the numbers of a column are seconds or milliseconds. As seconds, one of a day or more is too long for a track; as
 * milliseconds, one below a second is too short.
 */
export class DurationUnit {
  private tooLong = 0
  private tooShort = 0
  /** How many are less than ten seconds, as milliseconds. */
  private short = 0
  private first: PlainDuration | undefined
  private firstTooLong: PlainDuration | undefined

  constructor(
    readonly index: number,
    private readonly name: string,
  ) {}

  add(value: number, line: number): void {
    if (value === 0) return
    this.first ??= { value, line }
    if (value >= secondsOfDay) {
      this.tooLong++
      this.firstTooLong ??= { value, line }
      return
    }
    if (value < minPlausibleMs || !Number.isInteger(value)) this.tooShort++
    if (value < maxDoubtfulSeconds) this.short++
  }

  private get isSeconds(): boolean {
    return !this.first || this.short > clearMajority * this.tooLong
  }

  private get isMilliseconds(): boolean {
    return this.tooLong > clearMajority * this.tooShort && this.tooLong > this.short
  }

  /** Call it when all rows are added. */
  toSeconds(value: number): number {
    return Math.round(this.isMilliseconds ? value / 1_000 : value)
  }

  /** Adds the problem that the unit is not clear. Returns what was decided, if people may want to know it. */
  decide(problems: CsvProblems): Decision | undefined {
    const { index, name, first, firstTooLong = first } = this
    if (!firstTooLong) return
    const { value, line } = firstTooLong
    const choose = (field: string) => `--columns ${field}=${JSON.stringify(name)}`
    if (this.isMilliseconds)
      return {
        line,
        sentence: `(${name}) ${value} seconds would be longer than a day, so the numbers are read as milliseconds. If they are seconds, say ${choose('duration')}.`,
      }
    if (!this.isSeconds) {
      const times = `${formatTime(value)} or ${formatTime(value / 1_000)}`
      const sentence = `${value} may be ${times}. Write m:ss, or say ${choose('duration')} for seconds, or ${choose('duration_ms')} for milliseconds.`
      problems.add({ line, column: index + 1, name, sentence })
    } else if (this.tooLong > 0)
      return { line, sentence: `(${name}) ${value} seconds are longer than a day. ${this.tooLong} of the numbers are.` }
  }
}

/** @returns undefined if there is no such column, or its name says that it has seconds */
export const createDurationUnit = (header: readonly string[], index: number | undefined): DurationUnit | undefined => {
  const name = header[index ?? -1]
  if (index === undefined || name === undefined || /s(?:ec(?:ond)?s?)?$/.test(normalizeName(name))) return
  return new DurationUnit(index, name)
}

const formatTime = (seconds: number): string => {
  const [hours, minutes, rest] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  return `${hours}:${[minutes, rest].map((part) => String(part).padStart(2, '0')).join(':')}`
}
