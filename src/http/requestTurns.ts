import type { Owner } from '../base/owner.ts'
import { createTurns, type WaitingTask } from '../base/turns.ts'
import { createUsage, type OwnerUse } from '../base/usage.ts'
import type { Fetch } from './fetch.ts'

/** How long requests of one turn of the event loop are handled before the rest waits for the next one, in milliseconds. */
const maxTurnMs = 3

/** A request that comes this long after the one before it was begun is the first one of its turn, as far as that matters, in milliseconds. */
const pauseMs = 2

interface WaitingRequest extends WaitingTask {
  handle(): void
}

/**
 * Divides the requests that arrive at the same time into turns of the event loop. The system hands over those of a thousand connections at once, and to
 * begin with all of them takes 100 ms, in which nothing else runs. Those that wait are ordered as in `base/scheduler.ts`.
 */
export const withTurns = (fetch: Fetch, siteOf: (request: Request) => string): Fetch => {
  const usage = createUsage()
  const turns = createTurns<WaitingRequest>(usage)
  let turnStart = 0
  let lastEnd = 0

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
    lastEnd = performance.now()
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

  return (request) => {
    const now = performance.now()
    if (turns.size > 0) return wait(request)
    if (now - lastEnd >= pauseMs) turnStart = now
    if (now - turnStart >= maxTurnMs) return wait(request)
    const response = fetch(request)
    lastEnd = performance.now()
    return response
  }
}
