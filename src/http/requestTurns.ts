import type { Owner } from '../base/owner.ts'
import { createTurns, type WaitingTask } from '../base/turns.ts'
import { createUsage, type OwnerUse } from '../base/usage.ts'
import type { Fetch, TimedFetch } from './fetch.ts'

/** How long requests of one turn of the event loop are handled before the rest waits for the next one, in milliseconds. */
const maxTurnMs = 3

/** A request that comes so long after the one before it has not come at once with it, in milliseconds. */
const pauseMs = 5

interface WaitingRequest extends WaitingTask {
  handle(): void
}

/**
 * Divides the requests that arrive at the same time into turns of the event loop. The system hands over those of a thousand connections at once, and to
 * begin with all of them takes 100 ms, in which nothing else runs. Those that wait are ordered as in `base/scheduler.ts`.
 */
export const withTurns = (fetch: Fetch, siteOf: (request: Request) => string): TimedFetch => {
  const usage = createUsage()
  const turns = createTurns<WaitingRequest>(usage)
  /** When the requests began that have come without a pause. */
  let turnStart = 0
  let last = 0

  const handleWaiting = async () => {
    turnStart = performance.now()
    const handled: OwnerUse[] = []
    while (turns.size > 0 && performance.now() - turnStart < maxTurnMs) {
      const next = turns.takeNext()
      if (!next) break
      handled.push(next.use)
      next.task.handle()
      // Lets it go on to where it waits, so that this counts, too.
      await undefined
    }
    for (const use of handled) usage.release(use, 1)
    last = performance.now()
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

  return (request, now) => {
    if (turns.size > 0) return wait(request)
    if (now - last >= pauseMs) turnStart = now
    last = now
    return now - turnStart >= maxTurnMs ? wait(request) : fetch(request)
  }
}
