import type { Database as Sqlite } from 'bun:sqlite'
import { yieldToEventLoop } from '../../base/eventLoop.ts'

/** The size of the WAL, in pages, from which each commit copies it into the file. */
const autocheckpointPages = 8_000

/** The size of the WAL, in pages, from which a long read transaction begins only after a checkpoint. */
const maxPagesAtBegin = 2_000

/** How long such a transaction waits for those before it, in milliseconds. */
const maxWaitMs = 10_000

/**
 * Keeps the WAL short while long read transactions follow each other.
 *
 * SQLite writes the WAL from its start again only when all of it has been copied into the file and no transaction reads
 * it. Without a pause between read transactions this is never the case, and the WAL grows with every write.
 * @param writer - the connection that writes
 */
export const createCheckpoints = (writer: Sqlite) => {
  const count = writer.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)')
  const checkpoint = writer.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')
  const setAutocheckpoint = (pages: number) => writer.run(`PRAGMA wal_autocheckpoint = ${pages}`)
  setAutocheckpoint(autocheckpointPages)

  let running = 0
  let allEnded = Promise.withResolvers<void>()
  let dueAt = maxPagesAtBegin
  let pause: Promise<void> | undefined

  const isDue = () => {
    if (writer.inTransaction) return false
    const { log, checkpointed } = count.get() ?? { log: 0, checkpointed: 0 }
    return log > dueAt && checkpointed < log
  }

  const waitAndCheckpoint = async () => {
    if (running > 0) await Promise.race([allEnded.promise, Bun.sleep(maxWaitMs)])
    while (writer.inTransaction) await yieldToEventLoop()
    const { log, checkpointed } = checkpoint.get() ?? { log: 0, checkpointed: 0 }
    // Where another program reads the WAL, such as a backup, waiting again would not help before it has ended.
    dueAt = checkpointed < log ? log + maxPagesAtBegin : maxPagesAtBegin
  }

  return {
    /** Runs a long read transaction. */
    run: async <T>(transaction: () => Promise<T>): Promise<T> => {
      if (!pause && isDue()) {
        pause = waitAndCheckpoint().finally(() => {
          pause = undefined
        })
      }
      await pause
      // No commit can copy what it writes while the transaction runs: to try takes longer with each page.
      if (running++ === 0) setAutocheckpoint(0)
      try {
        return await transaction()
      } finally {
        if (--running === 0) {
          setAutocheckpoint(autocheckpointPages)
          allEnded.resolve()
          allEnded = Promise.withResolvers()
        }
      }
    },
  }
}
