import { ClientDisconnected, LoginThrottled } from '../errors.ts'

/** Waits for so many milliseconds. @throws when the signal comes first. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

export const delay: Wait = async (milliseconds, signal) => {
  const { setTimeout } = await import('node:timers/promises')
  return setTimeout(milliseconds, undefined, { signal })
}

/** How many may wait at once in all, and of one client: those who wait take memory, and they guess side by side. */
const [mostInAll, mostOfOne] = [1_000, 10]

/** The least time that is asked of who finds no room, in seconds. */
const minRetrySeconds = 5

/** Where those wait whose answers are delayed. */
export const createDelayQueue = (wait: Wait) => {
  const waiting = new Map<string, number>()
  let inAll = 0
  const closing = new AbortController()
  return {
    /** @throws LoginThrottled when there is no room, or the room closes; ClientDisconnected when who waits has gone. */
    async stay(client: string, milliseconds: number, gone: AbortSignal): Promise<void> {
      const seconds = Math.max(minRetrySeconds, Math.ceil(milliseconds / 1000))
      const others = waiting.get(client) ?? 0
      if (others >= mostOfOne || inAll >= mostInAll || closing.signal.aborted) throw new LoginThrottled(seconds)
      waiting.set(client, others + 1)
      inAll++
      try {
        await wait(milliseconds, AbortSignal.any([gone, closing.signal]))
      } catch {
        throw gone.aborted ? new ClientDisconnected() : new LoginThrottled(seconds)
      } finally {
        inAll--
        const left = (waiting.get(client) ?? 1) - 1
        if (left > 0) waiting.set(client, left)
        else waiting.delete(client)
      }
    },
    /** Sends away all who wait. */
    close: () => closing.abort(),
    get count() {
      return inAll
    },
  }
}
