import { cleanup_clock } from '../library/cleanupSchema.ts'
import { type Instant, instantOf } from '../library/clock.ts'
import type { Database } from '../library/database.ts'
import { describeWrongClock } from '../library/diagnose.ts'

// The clock by which cleanups delete. The clock of the machine may be wrong for hours, and what was deleted does not come back when it is put
// right. So this one is slewed towards it, and never stepped: a start does not move it.

/** How far the clock moves in a unit of time that a process runs: a day in an hour. */
const maxRate = 24

/** The smallest move that is stored, in milliseconds. */
const minMoveMs = 1_800_000

/**
 * @param warn - called with a sentence at the first call, if the clock of the machine may be wrong
 * @param runningMs - the time that this process has run, by a clock that nobody sets
 * @returns a function that moves the clock, and returns its instant, or that of the machine if that is earlier. The first call only reads it
 */
export const createCleanupClock = (
  { read, write, clock }: Pick<Database, 'read' | 'write' | 'clock'>,
  warn: (message: string) => void,
  runningMs = clock.runningMs,
): (() => Promise<Instant>) => {
  let last: { ms: number; runningMs: number } | undefined
  return async () => {
    const [machine, running] = [clock.wallMs(), runningMs()]
    // A test has reset its library, and the clock with it.
    if (last && running < last.runningMs) last = undefined
    const rangeMs = last ? (running - last.runningMs) * maxRate : 0
    if (last && rangeMs < minMoveMs) return instantOf(Math.min(last.ms, machine))
    const [{ instant } = { instant: instantOf(0) }] = await read.select().from(cleanup_clock)
    const stored = Date.parse(instant)
    // Other processes have moved it in the same time, so it is counted from where it was at the last call. Only after a reset it is earlier.
    const from = Math.min(stored, last?.ms ?? stored)
    const ms =
      machine < stored ? Math.max(machine, stored - rangeMs) : Math.max(stored, Math.min(machine, from + rangeMs))
    const isMoved = Math.abs(ms - stored) >= minMoveMs
    if (isMoved) await write(async ({ db }) => db.update(cleanup_clock).set({ instant: instantOf(ms) }))
    const wrong = last ? undefined : describeWrongClock(instant, 'the last cleanup')
    if (wrong !== undefined) warn(wrong)
    last = { ms: isMoved ? ms : stored, runningMs: running }
    return instantOf(Math.min(ms, machine))
  }
}
