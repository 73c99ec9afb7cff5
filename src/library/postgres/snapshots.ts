import { DatabaseUnavailable } from '../../base/errors.ts'
import type { Reader } from '../connection.ts'
import { type LongWork, takeTurn } from '../longWork.ts'
import { createSlots } from '../slots.ts'
import { type ChangeFeed, selectChanges } from './changeFeed.ts'
import type { OwnConnection } from './client.ts'
import { connect } from './session.ts'

/** The maximum number of concurrent read transactions. Further ones wait until one ends. */
const maxTransactions = 6

/** How often a transaction is begun again because this node knows more than the transaction sees. */
const maxRepeats = 50

/**
 * After so many different statements a connection is replaced. A session keeps each that was prepared on it, and searches have one for each
 * combination of their filters.
 */
const maxStatements = 500

interface Slot {
  read: Reader
  connection: OwnConnection | undefined
  /** The long work whose selects it runs. */
  work: LongWork | undefined
}

const createSlot = (): Slot => {
  const slot: Slot = {
    connection: undefined,
    work: undefined,
    read: connect(async (text, values) => {
      if (slot.work) await takeTurn(slot.work)
      if (!slot.connection) throw new Error('A read transaction is used before its beginning.')
      return slot.connection.run(text, values)
    }),
  }
  return slot
}

/** Read transactions on connections of their own. Their selects all see one state. */
export const createSnapshots = (feed: ChangeFeed, open: () => Promise<OwnConnection>) => {
  const slots = createSlots(maxTransactions, createSlot)

  /**
   * Begins a transaction whose first select is a poll, and calls `work` if the listeners know exactly the commits that it sees.
   * @returns undefined if they don't
   */
  const begin = async <T>(slot: Slot, { run, runAll }: OwnConnection, work: (read: Reader) => Promise<T>) => {
    const since = feed.seen
    const [, rows = []] = await runAll(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', selectChanges(since)])
    // Nothing is awaited between these two: no other change is reported before the work has begun.
    if (feed.accept(rows, since) === 'current') return { result: work(slot.read) }
    await run('ROLLBACK', [])
  }

  /** Replaces a connection that was lost since its last use. @returns undefined if the transaction has to be begun again */
  const beginOnce = async <T>(slot: Slot, work: (read: Reader) => Promise<T>) => {
    if (slot.connection && slot.connection.statements() > maxStatements) slot.connection.close()
    const former = slot.connection?.isOpen() ? slot.connection : undefined
    slot.connection = former ?? (await open())
    try {
      return await begin(slot, slot.connection, work)
    } catch (error) {
      if (!former || !(error instanceof DatabaseUnavailable)) throw error
    }
  }

  return {
    /**
     * Runs selects that all see the library as it was when the first of them began.
     * @param work - for long work
     * @throws DatabaseUnavailable
     */
    run: async <T>(run: (read: Reader) => Promise<T>, work?: LongWork): Promise<T> => {
      const slot = await slots.acquire()
      slot.work = work
      try {
        for (let repeats = 0; repeats < maxRepeats; repeats++) {
          const begun = await beginOnce(slot, run)
          if (begun) return await begun.result
          await feed.catchUp()
        }
        throw new DatabaseUnavailable()
      } finally {
        // The next transaction is sent after it, so nobody waits for the answer.
        slot.connection?.run('ROLLBACK', []).catch(() => {})
        slots.release(slot)
      }
    },
  }
}
