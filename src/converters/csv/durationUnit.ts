import { describeInvalidDuration } from './durations.ts'
import type { CsvProblems } from './problems.ts'

const [minPlausibleMs, maxDoubtfulSeconds, secondsOfDay] = [1_000, 10_000, 86_400]

/** How many more values of one unit than of the other prove it, where there are both. */
const clearMajority = 10

/** A number in a column of durations. */
interface PlainDuration {
  text: string
  value: number
  line: number
}

/** Minutes and seconds with a point between them. A spreadsheet leaves zeros at the end out. */
const clockForm = /^[0-5]?\d(?:[.,][0-5]\d?)?$/

/** How many numbers with both digits of the seconds prove that the others lack a zero: of other numbers, four in ten have a 6 or more there. */
const minCompleteClocks = 5

/** What the rows of a column have decided, at the first of the rows that were in doubt. */
export interface Decision {
  line: number
  sentence: string
  /** The number of rows that it concerns; one by default. */
  count?: number
}

/**
 * Finds out whether the numbers of a column are seconds, milliseconds, or minutes with seconds behind a point. As seconds, one of a day or more is
 * too long for a track; as milliseconds, one below a second is too short.
 */
export class DurationUnit {
  private tooLong = 0
  private tooShort = 0
  /** How many are less than ten seconds, as milliseconds. */
  private short = 0
  /** The first number from one on. */
  private first: PlainDuration | undefined
  private firstTooLong: PlainDuration | undefined
  /** Whether all numbers have the form of a clock. */
  private haveClockForm = true
  /** How many numbers have two digits behind the point, and how many have not. */
  private complete = 0
  private incomplete = 0
  /** The first number below one, and how many there are. */
  private fraction: PlainDuration | undefined
  private fractions = 0

  /** @param known - the unit that the name or the user says, unless the numbers have the form of a clock */
  constructor(
    readonly index: number,
    private readonly name: string,
    private readonly known: 'seconds' | 'minutes' | undefined,
  ) {}

  /** Returns whether only the other rows tell what the number means. */
  add(text: string, value: number, line: number): boolean {
    if (value === 0) return true
    const duration = { text, value, line }
    const hasClockForm = clockForm.test(text)
    this.haveClockForm &&= hasClockForm
    if (/\D\d\d$/.test(text)) this.complete++
    else this.incomplete++
    if (!hasClockForm && this.known !== 'minutes' && (value < 1 || this.known === 'seconds')) return false
    if (value >= 1) this.count(duration)
    else {
      this.fraction ??= duration
      this.fractions++
    }
    return true
  }

  private count(duration: PlainDuration): void {
    const { value } = duration
    this.first ??= duration
    if (value >= secondsOfDay) {
      this.tooLong++
      this.firstTooLong ??= duration
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

  private get isClock(): boolean {
    const isProved = this.complete >= (this.incomplete === 0 ? 1 : minCompleteClocks)
    // A column that has nothing but fractions has those of days.
    return this.haveClockForm && isProved && this.first !== undefined
  }

  /** Call it when all rows are added. Returns undefined for a number that is left out. */
  toSeconds(value: number): number | undefined {
    if (this.isClock) return clockToSeconds(value)
    if (this.known === 'minutes') return Math.round(value * 60)
    if (value > 0 && value < 1) return
    return Math.round(this.isMilliseconds ? value / 1_000 : value)
  }

  /**
   * Adds the problem that the unit is not clear. Returns what was decided, if people may want to know it.
   * @param skipUnreadable - leaves out numbers that are no durations
   */
  decide(problems: CsvProblems, skipUnreadable: boolean): Decision[] {
    const { name, first } = this
    if (first && this.isClock) {
      const { text, value, line } = first
      const sentence = `(${name}) ${text} is read as ${formatTime(clockToSeconds(value))}: all numbers of the column look like minutes and seconds. If they are seconds, end its name with (s).`
      return [{ line, sentence }]
    }
    if (this.known === 'minutes') return []
    return [this.rejectFractions(problems, skipUnreadable), this.decideScale(problems)].filter(
      (made) => made !== undefined,
    )
  }

  private rejectFractions(problems: CsvProblems, skipUnreadable: boolean): Decision | undefined {
    const { index, name, fraction, fractions: count } = this
    if (!fraction) return
    const { text, value, line } = fraction
    const sentence = describeInvalidDuration(text, value, 'seconds') ?? ''
    if (skipUnreadable) return { line, sentence: `(${name}) ${sentence} It is left out.`, count }
    problems.add({ line, column: index + 1, name, sentence })
  }

  private decideScale(problems: CsvProblems): Decision | undefined {
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

/** The end of a name such as `Length (s)`, `Dauer (Sek.)` or `duration_seconds`, which is not one such as `Duration (min:sec)`. */
const secondsName = /^(?!.*(?:min|:)).*(?:[^\p{L}]s|se[ckg]\p{L}*)[^\p{L}]*$/isu

/** The end of a name such as `Dauer (Min.)` or `duration_minutes`. */
const minutesName = /min(?:ut\p{L}*|s)?[^\p{L}]*$/iu

/**
 * @param isGiven - whether the user has named the column, whose numbers are seconds then
 * @returns undefined if there is no such column, or its name says that it has seconds
 */
export const createDurationUnit = (
  header: readonly string[],
  index: number | undefined,
  isGiven: boolean,
): DurationUnit | undefined => {
  const name = header[index ?? -1]
  if (index === undefined || name === undefined || secondsName.test(name)) return
  return new DurationUnit(index, name, minutesName.test(name) ? 'minutes' : isGiven ? 'seconds' : undefined)
}

const clockToSeconds = (value: number) => Math.trunc(value) * 60 + Math.round((value % 1) * 100)

const formatTime = (seconds: number): string => {
  const [hours, minutes, rest] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  return `${hours}:${[minutes, rest].map((part) => String(part).padStart(2, '0')).join(':')}`
}
