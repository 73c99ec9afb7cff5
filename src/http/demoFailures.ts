import { DemoFailure } from '../base/retryLater.ts'
import { toErrorResponse } from './errorResponse.ts'
import type { Fetch } from './fetch.ts'
import { demoResetPath, normalizedPathOf } from './paths.ts'

interface Options {
  /** How long each request waits, in milliseconds. */
  latencyMs: number
  /** The share of requests that fail, from 0 to 1. */
  errorRate: number
  /** Patterns of the paths that are concerned. `*` stands for any characters. */
  paths: readonly string[]
}

/** Makes a demo slow, and lets some of its requests fail, so that a program which calls it can show what it does then. */
export interface DemoFailures {
  /** @param isExempt - whether a request is responded to at once, whatever its path */
  wrap(fetch: Fetch, isExempt: (request: Request) => boolean): Fetch
  /** Begins the sequence of failures anew. */
  restart(): void
  /** Ends the waits. The requests go on. */
  stop(): void
}

export const createDemoFailures = ({ latencyMs, errorRate, paths }: Options): DemoFailures => {
  const pattern = new RegExp(`^(?:${paths.map(toPattern).join('|')})$`)
  let random = createSequence()
  let isStopped = false
  const waits = new Set<() => void>()

  const wait = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        waits.delete(end)
        resolve()
      }
      const timer = setTimeout(end, latencyMs)
      waits.add(end)
    })

  return {
    wrap: (fetch, isExempt) => (request) => {
      const path = normalizedPathOf(request.url)
      if (!pattern.test(path) || path === demoResetPath || isExempt(request)) return fetch(request)
      // Before the wait: the sequence follows the order in which requests arrive.
      const fails = errorRate > 0 && random() < errorRate
      const respond = () => (fails ? toErrorResponse(new DemoFailure(), request) : fetch(request))
      return latencyMs > 0 && !isStopped ? wait().then(respond) : respond()
    },
    restart: () => {
      random = createSequence()
    },
    stop: () => {
      isStopped = true
      for (const end of waits) end()
    },
  }
}

const toPattern = (path: string) => path.split('*').map(RegExp.escape).join('.*')

/**
 * Numbers from 0 to 1 that look random, and are the same in each sequence: mulberry32. So the same requests in the same order have the
 * same failures in a rehearsal and in the presentation.
 */
const createSequence = () => {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
