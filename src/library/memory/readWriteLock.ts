/** How many reads have the lock at a time. They take turns on one thread, so with more a write would wait longer, and no read be done sooner. */
const maxReads = 2

/**
 * A lock that a few reads have at a time, or one write. Reads that come while a write waits have it after that write, so that reads which follow
 * each other without a pause don't keep writes waiting. One write at a time asks for it.
 */
export const createReadWriteLock = () => {
  let reads = 0
  /** Resolves when the write that has the lock, or waits for it, has ended. */
  let write: PromiseWithResolvers<void> | undefined
  let isWriting = false
  let onLastRead = () => {}
  /** Resolves when a read has ended. Those that wait for their turn have it. */
  let readEnd: PromiseWithResolvers<void> | undefined

  const nextTurn = () => {
    readEnd ??= Promise.withResolvers()
    return (write ?? readEnd).promise
  }

  return {
    read: async <T>(work: () => Promise<T>): Promise<T> => {
      while (write || reads >= maxReads) await nextTurn()
      reads++
      try {
        return await work()
      } finally {
        if (--reads === 0) onLastRead()
        readEnd?.resolve()
        readEnd = undefined
      }
    },
    write: async <T>(work: () => Promise<T>): Promise<T> => {
      const currentWrite = Promise.withResolvers<void>()
      write = currentWrite
      if (reads > 0) await new Promise<void>((resolve) => (onLastRead = resolve))
      isWriting = true
      try {
        return await work()
      } finally {
        isWriting = false
        write = undefined
        currentWrite.resolve()
      }
    },
    /** Resolves when the write that has the lock has ended; undefined if none has it. */
    written: (): Promise<void> | undefined => (isWriting ? write?.promise : undefined),
  }
}
