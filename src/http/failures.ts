import { createRandom } from '../base/random.ts'
import type { Fetch } from './fetch.ts'
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
  /** The header `Retry-After`, in seconds; none by default. */
  retryAfter?: number | undefined
  /** The share of requests that fail, from 0 to 1; all by default. */
  share?: number | undefined
}

export interface Delay extends Concerned {
  /** In milliseconds. */
  ms: number
}

export interface Failures {
  /** Lets requests fail, until the next reset. They are not carried out. Of several failures of a request, the first one counts. */
  fail(failure: Failure): void
  /** Lets requests wait, until the next reset. Of several delays of a request, the first one counts. */
  delay(delay: Delay): void
  /** @param isExempt - whether a request is responded to at once, whatever its path */
  wrap(fetch: Fetch, isExempt: (request: Request) => boolean): Fetch
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

  return {
    fail: (failure) => void failures.push(createRule(failure)),
    delay: (delay) => void delays.push(createRule(delay)),
    wrap: (fetch, isExempt) => (request) => {
      if (failures.length === 0 && delays.length === 0) return fetch(request)
      const path = normalizedPathOf(request.url)
      if (path === demoResetPath || isExempt(request)) return fetch(request)
      // Before the wait: requests are counted in the order in which they arrive.
      const failure = take(failures, path, request, ({ share = 1 }) => share === 1 || random() < share)
      const delay = take(delays, path, request)
      const respond = () => (failure ? toResponse(failure) : fetch(request))
      return delay && !isStopped ? wait(delay.ms).then(respond) : respond()
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

const toResponse = ({ status, message, retryAfter }: Failure) =>
  Response.json({ message }, { status, headers: retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` } })
