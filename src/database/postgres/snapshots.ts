import { DatabaseUnavailable } from '../../errors.ts'
import type { Reader } from '../connection.ts'
import { type ChangeFeed, selectChanges } from './changeFeed.ts'
import type { Pool, ReservedConnection } from './client.ts'
import { connect } from './connection.ts'

/** The maximum number of concurrent read transactions. Further ones wait until one ends. */
const maxTransactions = 6

/** How often a transaction is begun again because this node knows more than the transaction sees. */
const maxRepeats = 50

interface Slot {
  pool: Pool
  read: Reader
  connection: ReservedConnection | undefined
}

/** Read transactions on connections of their own. Their selects all see one state. */
export const createSnapshots = (feed: ChangeFeed, openPool: () => Pool) => {
  const idle: Slot[] = []
  const slots: Slot[] = []
  const waiting: (() => void)[] = []

  const addSlot = (): Slot => {
    const slot: Slot = {
      pool: openPool(),
      connection: undefined,
      read: connect((text, values) => {
        if (!slot.connection) throw new Error('A read transaction is used after its end.')
        return slot.connection.run(text, values)
      }),
    }
    slots.push(slot)
    return slot
  }

  const acquire = async (): Promise<Slot> => {
    for (;;) {
      const slot = idle.pop() ?? (slots.length < maxTransactions ? addSlot() : undefined)
      if (slot) return slot
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  const release = (slot: Slot) => {
    slot.connection?.release()
    slot.connection = undefined
    idle.push(slot)
    waiting.shift()?.()
  }

  /**
   * Begins a transaction whose first select is a poll. So the listeners know exactly the commits that it sees.
   * @returns whether they do
   */
  const begin = async ({ run }: ReservedConnection): Promise<boolean> => {
    const since = feed.seen
    const begun = run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', [])
    const [, rows] = await Promise.all([begun, run(selectChanges, [since])])
    if (rows[0]?.[4]) throw new DatabaseUnavailable()
    return feed.accept(rows, since) === 'current'
  }

  const beginExact = async (slot: Slot) => {
    for (let repeats = 0; repeats < maxRepeats; repeats++) {
      slot.connection ??= await slot.pool.reserve()
      // Nothing may be awaited between this and the work of the transaction.
      if (await begin(slot.connection)) return
      await slot.connection.run('ROLLBACK', [])
      await feed.catchUp()
    }
    throw new DatabaseUnavailable()
  }

  return {
    /** Runs selects that all see the library as it was when the first of them began. @throws DatabaseUnavailable */
    run: async <T>(work: (read: Reader) => Promise<T>): Promise<T> => {
      const slot = await acquire()
      try {
        await beginExact(slot)
        return await work(slot.read)
      } finally {
        await slot.connection?.run('ROLLBACK', []).catch(() => {})
        release(slot)
      }
    },
    close: () => Promise.all(slots.map(({ pool }) => pool.close())),
  }
}
