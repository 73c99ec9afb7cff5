import { escapeControls } from '../base/visibleText.ts'
import { rejectedWorkOf, stackOf, toErrorResponse, unexpectedErrorMessage } from '../http/errorResponse.ts'
import type { Fetch, TimedFetch } from '../http/fetch.ts'
import { isPageFile, pathOf } from '../http/paths.ts'
import { isHealthCheck } from './health.ts'
import { logFailure, logRequest } from './log.ts'

/** Is called with each response, and the seconds from the request to it. */
export type OnResponse = (request: Request, response: Response, seconds: number) => void

/** Returns a function that calls both. Many servers have only one of them, and every request calls it. */
export const callBoth = (first: OnResponse | undefined, second: OnResponse | undefined): OnResponse | undefined => {
  if (!first || !second) return first ?? second
  return (...args) => {
    first(...args)
    second(...args)
  }
}

/** The first part of request ids. It is random, so that two runs of the program have different ids. */
const runId = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''
let requestCount = 0

/** The number of characters of a path that are logged. */
const maxPathLength = 300

/**
 * Gives each request an id, which is also in the header `X-Request-Id` of its response, and logs one line for it. The
 * stack of an unexpected error is logged with the id, which the client gets in the body, too.
 */
export const withRequestLog = (fetch: TimedFetch, onResponse?: OnResponse, onRejection?: (work: string) => void) => {
  const fetchAndLog: Fetch = (request) => {
    const id = `${runId}-${(requestCount++).toString(36)}`
    const start = performance.now()
    try {
      const response = fetch(request, start)
      if (response instanceof Response) return finish(request, response, id, start)
      const settle = (settled: Response) => finish(request, settled, id, start)
      return response.then(settle, (error) => settle(toErrorResponse(error, request)))
    } catch (error) {
      return finish(request, toErrorResponse(error, request), id, start)
    }
  }

  const finish = (request: Request, response: Response, id: string, start: number): Response => {
    const stack = response.status >= 500 ? stackOf(request) : undefined
    const rejected = response.status === 503 || response.status === 429 ? rejectedWorkOf(request) : undefined
    if (rejected !== undefined) onRejection?.(rejected)
    const logged = stack !== undefined && response.status === 500 ? withId(response, id) : response
    logged.headers.set('x-request-id', id)
    const milliseconds = performance.now() - start
    onResponse?.(request, logged, milliseconds / 1000)
    const { method } = request
    const requestPath = pathOf(request.url)
    const path = loggedPathOf(requestPath)
    const entry = { id, method, path, status: logged.status, ms: Math.round(milliseconds * 100) / 100 }
    const isQuiet = isHealthCheck(request) || (isPageFile(requestPath) && logged.status < 400)
    logRequest(entry, isQuiet ? 'debug' : 'info')
    if (stack !== undefined) logFailure(`${method} ${path} failed unexpectedly.`, { id, error: stack })
    return logged
  }

  return {
    fetch: fetchAndLog,
    /** How many requests there have been. */
    count: () => requestCount,
  }
}

/** @param path - without the query string, which is not logged: a client may have put a secret into it by mistake */
const loggedPathOf = (path: string) =>
  escapeControls(path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path)

/** Adds the request's id to the body of a 500, so that a client can report it and the operator find it in the log. */
const withId = ({ headers }: Response, id: string) =>
  Response.json({ message: unexpectedErrorMessage, id }, { status: 500, headers })
