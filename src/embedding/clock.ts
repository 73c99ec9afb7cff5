import { InvalidArgumentError } from 'commander'
import { OperationalError, UsageError } from '../base/errors.ts'
import { lifetime } from '../config/timeParsers.ts'
import { type Clock, parseInstant } from '../library/clock.ts'

/** Moves the time of a library in memory. It only goes forwards; a reset sets it back. */
export interface LibraryClock {
  /** Moves it to a time, such as `2027-01-01T00:00:00Z`. @throws UsageError for a wrong time, and for one that is over */
  set(time: Date | string): Promise<void>
  /** Moves it by a time such as `31d`, `90m` or `30s`, or by milliseconds. @throws UsageError for another value */
  advance(by: string | number): Promise<void>
  /** The present of the library. */
  now(): Promise<Date>
}

/** A library whose time can be moved. */
export interface MovableTime {
  /** The time of the library, by which tokens, invitations, limits and what is kept for a while end. */
  readonly clock: LibraryClock
}

/** The year 9999 is left to the instants that writes take after the move. */
const maxMs = Date.parse('9999-01-01T00:00:00Z')

/** @param move - calls a function that moves the clock, and does what is due then */
export const createLibraryClock = (clock: Clock, move: (run: () => void) => Promise<void>): LibraryClock => {
  const presentMs = () => Date.parse(clock.present())
  const moveBy = async (milliseconds: number) => {
    const { advance } = clock
    if (!advance) throw new OperationalError('The clock of a library in a file is not moved. Create one in memory.')
    if (presentMs() + milliseconds > maxMs) throw new UsageError('The clock can be moved up to the year 9998.')
    await move(() => advance(milliseconds))
  }
  return {
    set: async (time) => {
      const target = parseTime(time)
      const presentTime = presentMs()
      if (target < presentTime)
        throw new UsageError(
          `The clock only goes forwards, and it is ${new Date(presentTime).toISOString()}. To begin earlier, give the option now.`,
        )
      await moveBy(target - presentTime)
    },
    advance: async (by) => moveBy(parseDuration(by)),
    now: async () => new Date(presentMs()),
  }
}

const parseTime = (time: unknown) => {
  const instant = time instanceof Date ? time.getTime() : Date.parse(parseInstant(String(time)) ?? '')
  if (!Number.isNaN(instant)) return instant
  throw new UsageError("The time has a wrong value. It is a Date, or a time in UTC, such as '2026-01-01T00:00:00Z'.")
}

const parseDuration = (by: unknown) => {
  if (typeof by === 'number' && Number.isInteger(by) && by >= 0) return by
  try {
    return lifetime.parse(String(by))
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new UsageError(`The clock can't be moved by "${by}". ${error.message}`)
  }
}
