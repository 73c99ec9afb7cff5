import { createFairShare } from './fairShare.ts'

interface FairQueueOptions {
  /** How many tasks run at the same time. */
  concurrency: number
  /** How many may wait. */
  maxWaiting: number
  /** Creates the error of a task that can't wait: the queue is full, or another client's task has taken its place. */
  createError: () => Error
}

/**
 * Creates a queue that serves its clients in turn, one task of each. When it is full, the client with the most tasks
 * loses its newest one.
 */
export const createFairQueue = ({ concurrency, maxWaiting, createError }: FairQueueOptions) => {
  const places = createFairShare({ total: maxWaiting, perClient: maxWaiting })
  /** The starts of the waiting tasks, by client. The client whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  const remove = (client: string, task: () => void) => {
    const others = waiting.get(client)?.filter((start) => start !== task) ?? []
    if (others.length > 0) waiting.set(client, others)
    else waiting.delete(client)
  }

  const waitForTurn = (client: string) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        place?.release()
        resolve()
      }
      const revoke = () => {
        remove(client, start)
        reject(createError())
      }
      const place = places.take({ client, amount: 1, revoke })
      if (place) waiting.set(client, [...(waiting.get(client) ?? []), start])
      else reject(createError())
    })

  const startNext = () => {
    const next = waiting.entries().next().value
    if (!next) {
      running--
      return
    }
    const [client, [start, ...others]] = next
    waiting.delete(client)
    if (others.length > 0) waiting.set(client, others)
    start?.()
  }

  return {
    async run<T>(client: string, task: () => Promise<T>): Promise<T> {
      // A task that ends passes its place on to the next one.
      if (running >= concurrency) await waitForTurn(client)
      else running++
      try {
        return await task()
      } finally {
        startNext()
      }
    },
  }
}
