import type { Owner } from '../base/taskOwner.ts'
import { Turns, type WaitingTask } from '../base/turns.ts'
import { createUsage, type OwnerUse } from '../base/usage.ts'
import type { Fetch, TimedFetch } from './fetch.ts'

/** How long requests of one turn of the event loop are handled before the rest waits for the next one, in milliseconds. */
const maxTurnMs = 3

/** After this time without the end of a turn, the end is waited for, in milliseconds. To wait for that of each turn would cost a system call. */
const suspiciousMs = 1

interface WaitingRequest extends WaitingTask {
  handle(): void
}

/**
 * Divides the requests that arrive at the same time into turns of the event loop. The system hands over those of a thousand connections at once, and to
 * begin with all of them takes 100 ms, in which nothing else runs. Those that wait are ordered as in `base/scheduler.ts`.
 */
export const withTurns = (fetch: Fetch, siteOf: (request: Request) => string): TimedFetch => {
  const usage = createUsage()
  const turns = new Turns<WaitingRequest>(usage)
  /** When the first request of the turn came, as far as it is known; undefined after the end of a turn. */
  let turnStart: number | undefined
  let isWaitingForEnd = false

  const endTurn = () => {
    isWaitingForEnd = false
    turnStart = undefined
  }

  /** Whether a request that comes now is in a turn that has taken its time. */
  const isTurnOver = (now: number) => {
    turnStart ??= now
    const turnMs = now - turnStart
    if (isWaitingForEnd) return turnMs >= maxTurnMs
    if (turnMs < suspiciousMs) return false
    // It may have begun in a turn that has ended long ago.
    isWaitingForEnd = true
    turnStart = now
    setImmediate(endTurn)
    return false
  }

  const handleWaiting = async () => {
    const start = performance.now()
    const handled: OwnerUse[] = []
    while (turns.size > 0 && performance.now() - start < maxTurnMs) {
      const next = turns.takeNext()
      if (!next) break
      handled.push(next.use)
      next.task.handle()
      // Lets it go on to where it waits, so that this counts, too.
      await undefined
    }
    for (const use of handled) usage.release(use, 1)
    if (turns.size > 0) setImmediate(handleWaiting)
  }

  const wait = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      // The accounts of a site take turns, too. Whether the token is valid matters to nobody else.
      const account = request.headers.get('authorization') ?? ''
      const owner: Owner = { site: siteOf(request), account, isAdmin: false }
      const task: WaitingRequest = {
        owners: [owner],
        get isAbandoned() {
          return request.signal.aborted
        },
        handle: () => resolve(Promise.try(fetch, request)),
        reject,
      }
      if (turns.size === 0) setImmediate(handleWaiting)
      turns.add(task, usage.of(owner), false)
    })

  return (request, now) => (turns.size > 0 || isTurnOver(now) ? wait(request) : fetch(request))
}
