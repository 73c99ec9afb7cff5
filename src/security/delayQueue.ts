import { ClientDisconnected, LoginThrottled } from '../errors.ts'

/** Waits for a number of milliseconds. Rejects if the signal aborts before. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

export const delay: Wait = async (milliseconds, signal) => {
  const { setTimeout } = await import('node:timers/promises')
  return setTimeout(milliseconds, undefined, { signal })
}

/** How many requests may be delayed at the same time, in total and for one client: each of them takes memory. */
const [maxDelayed, maxDelayedPerClient] = [1_000, 10]

/** The minimum `Retry-After` of a rejected request, in seconds. */
const minRetrySeconds = 5

/** Creates a queue whose requests wait, each for its own time. */
export const createDelayQueue = (wait: Wait) => {
  const delayedByClient = new Map<string, number>()
  let delayed = 0
  const closing = new AbortController()
  return {
    /** @throws LoginThrottled when the queue is full or closes; ClientDisconnected when the client has disconnected */
    async delay(client: string, milliseconds: number, disconnected: AbortSignal): Promise<void> {
      const seconds = Math.max(minRetrySeconds, Math.ceil(milliseconds / 1000))
      const delayedOfClient = delayedByClient.get(client) ?? 0
      if (delayedOfClient >= maxDelayedPerClient || delayed >= maxDelayed || closing.signal.aborted) {
        throw new LoginThrottled(seconds)
      }
      delayedByClient.set(client, delayedOfClient + 1)
      delayed++
      try {
        await wait(milliseconds, AbortSignal.any([disconnected, closing.signal]))
      } catch {
        throw disconnected.aborted ? new ClientDisconnected() : new LoginThrottled(seconds)
      } finally {
        delayed--
        const remaining = (delayedByClient.get(client) ?? 1) - 1
        if (remaining > 0) delayedByClient.set(client, remaining)
        else delayedByClient.delete(client)
      }
    },
    /** Rejects all delayed requests, and all later ones. */
    close: () => closing.abort(),
    get count() {
      return delayed
    },
  }
}
