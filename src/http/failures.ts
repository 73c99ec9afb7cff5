import type { FieldErrors } from '../base/errors.ts'
import { createRandom } from '../base/random.ts'
import { breakAfter, connectionLost, isBroken, markBroken } from './brokenConnection.ts'
import { invalidMessage } from './errorResponse.ts'
import { type Fetch, mapResponse } from './fetch.ts'
import { demoResetPath, normalizedPathOf } from './paths.ts'

// Requests that are made to fail, or to wait: what a program shows then can be seen in a demo, and tested.

/** Which requests are concerned. */
interface Concerned {
  /** Patterns of their paths. `*` stands for any characters. */
  paths: readonly string[]
  /** Their method; any by default. */
  method?: string | undefined
  /** How many of them, in the order in which they arrive; all by default. */
  times?: number | undefined
}

export interface Failure extends Concerned {
  status: number
  message: string
  /** In place of the message: a text, which is sent as a page, or a value, which is sent as JSON. */
  body?: unknown
  /** What is wrong with the members of the body, in place of the message. */
  errors?: FieldErrors | undefined
  /** The header `Retry-After`, in seconds; none by default. */
  retryAfter?: number | undefined
  /** Whether the connection breaks in place of a response. A HEAD gets the status, since it has no body that could break off. */
  network?: boolean | undefined
  /** The request is carried out, and the connection breaks after so many bytes of the body of the response. */
  cut?: number | undefined
  /** The share of requests that fail, from 0 to 1; all by default. */
  share?: number | undefined
}

export interface Delay extends Concerned {
  /** In milliseconds. */
  ms: number
}

/** What of the server the failures use. */
export interface FailureHooks {
  /** Whether a request is responded to at once, whatever its path. */
  isExempt(request: Request): boolean
  /** Closes the connections that wait for a further request. */
  closeIdle(): void
  /** Ends the streams of changes that are open. */
  endStreams(): void
}

export interface Failures {
  /** Lets requests fail, until the next reset. They are not carried out, unless they are cut. Of several failures of a request, the first one counts. */
  fail(failure: Failure): void
  /** Lets requests wait, until the next reset. Of several delays of a request, the first one counts. */
  delay(delay: Delay): void
  /** Ends the streams of changes that are open. */
  endStreams(): void
  wrap(fetch: Fetch, hooks: FailureHooks): Fetch
  /** Wraps calls from this process, which have no connection that could break: they are rejected, as those of `fetch` are. */
  wrapCalls(fetch: Fetch): (request: Request) => Promise<Response>
  /** Returns to the failures and delays of the start, whose sequence begins anew, and ends the waits. */
  reset(): void
  /** Ends the waits. The requests go on. */
  stop(): void
}

/** Each sequence is the same: the same requests in the same order have the same failures in a rehearsal and in the presentation. */
const randomSeed = 1

/** @param start - what holds from the start on, and after each reset */
export const createFailures = (start: { failures?: readonly Failure[]; delays?: readonly Delay[] } = {}): Failures => {
  const waits = new Set<() => void>()
  const calls = new WeakSet<Request>()
  let hooks: FailureHooks | undefined
  let isStopped = false
  let random = createRandom(randomSeed)
  let failures: Rule<Failure>[] = []
  let delays: Rule<Delay>[] = []

  const endWaits = () => {
    for (const end of waits) end()
  }

  const reset = () => {
    endWaits()
    random = createRandom(randomSeed)
    failures = (start.failures ?? []).map(createRule)
    delays = (start.delays ?? []).map(createRule)
  }
  reset()

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        waits.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      waits.add(end)
    })

  /** Clients send a GET again by themselves if a connection breaks that had other requests before. So none is kept for the requests to come. */
  const closeBeforeBreak = (response: Response) => {
    if (failures.some(({ effect }) => effect.network)) response.headers.set('connection', 'close')
    return response
  }

  const respond = (failure: Failure, request: Request, fetch: Fetch) => {
    const breakOff = (response: Response, bytes: number) =>
      breakAfter(response, bytes, calls.has(request) ? connectionLost : () => undefined)
    const { cut } = failure
    if (cut !== undefined) {
      // The bytes are those that a program reads, not compressed ones.
      request.headers.delete('accept-encoding')
      return mapResponse(fetch(request), (response) => breakOff(response, cut))
    }
    if (!failure.network || request.method === 'HEAD') return toResponse(failure)
    markBroken(request)
    return breakOff(new Response(), 0)
  }

  return {
    fail: (failure) => {
      failures.push(createRule(failure))
      if (failure.network) hooks?.closeIdle()
    },
    delay: (delay) => void delays.push(createRule(delay)),
    endStreams: () => hooks?.endStreams(),
    wrap: (fetch, server) => {
      hooks = server
      return (request) => {
        if (failures.length === 0 && delays.length === 0) return mapResponse(fetch(request), closeBeforeBreak)
        const path = normalizedPathOf(request.url)
        if (path === demoResetPath || server.isExempt(request)) return fetch(request)
        // Before the wait: requests are counted in the order in which they arrive.
        const failure = take(failures, path, request, ({ share = 1 }) => share === 1 || random() < share)
        const delay = take(delays, path, request)
        const run = () => (failure ? respond(failure, request, fetch) : mapResponse(fetch(request), closeBeforeBreak))
        return delay && !isStopped ? wait(delay.ms).then(run) : run()
      }
    },
    wrapCalls: (fetch) => async (request) => {
      calls.add(request)
      const response = await fetch(request)
      if (isBroken(request)) throw connectionLost()
      return response
    },
    reset,
    stop: () => {
      isStopped = true
      endWaits()
    },
  }
}

interface Rule<Effect> {
  effect: Effect
  pattern: RegExp
  /** How many requests it still concerns. */
  left: number
}

const createRule = <Effect extends Concerned>(effect: Effect): Rule<Effect> => ({
  effect,
  pattern: new RegExp(`^(?:${effect.paths.map(toPattern).join('|')})$`),
  left: effect.times ?? Number.POSITIVE_INFINITY,
})

const toPattern = (path: string) => path.split('*').map(RegExp.escape).join('.*')

/** Returns the first effect that concerns a request, and counts the request. */
const take = <Effect extends Concerned>(
  rules: Rule<Effect>[],
  path: string,
  { method }: Request,
  isChosen: (effect: Effect) => boolean = () => true,
): Effect | undefined => {
  const index = rules.findIndex(
    ({ effect, pattern }) =>
      (effect.method === undefined || effect.method === method) && pattern.test(path) && isChosen(effect),
  )
  const rule = rules[index]
  if (!rule) return
  if (--rule.left === 0) rules.splice(index, 1)
  return rule.effect
}

const toResponse = ({ status, message, body, errors, retryAfter }: Failure) => {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }
  if (typeof body === 'string')
    return new Response(body, { status, headers: { ...headers, 'content-type': 'text/html;charset=utf-8' } })
  const standard = errors ? { message: invalidMessage, errors } : { message }
  return Response.json(body === undefined ? standard : body, { status, headers })
}
