import { stackOf, toErrorResponse } from '../http/errorResponse.ts'
import type { Fetch } from '../http/fetch.ts'
import { pathOf } from '../http/paths.ts'
import { logFailure, logRequest } from './log.ts'

/** What is told of each request that was answered. */
export type OnResponse = (request: Request, response: Response, seconds: number) => void

/** The start of this process's ids, so that they differ from those of another. */
const run = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''
let count = 0

/**
 * Gives each request an id, which is in its answer as well, and says in one line what became of it. Of an unexpected
 * error the story is logged, and the client gets the id to ask about.
 */
export const logRequests = (fetch: Fetch, watch?: OnResponse) => {
  let underWay = 0

  const observe: Fetch = (request) => {
    const id = `${run}-${(count++).toString(36)}`
    const start = performance.now()
    try {
      const answered = fetch(request)
      if (answered instanceof Response) return finish(request, answered, id, start)
      underWay++
      const end = (response: Response) => {
        underWay--
        return finish(request, response, id, start)
      }
      return answered.then(end, (error) => end(toErrorResponse(error, request)))
    } catch (error) {
      return finish(request, toErrorResponse(error, request), id, start)
    }
  }

  return {
    fetch: observe,
    /** How many requests are being worked on, those of clients that have gone away included. */
    underWay: () => underWay,
    /** How many there have been. */
    asked: () => count,
  }

  function finish(request: Request, answered: Response, id: string, start: number): Response {
    const story = answered.status === 500 ? stackOf(request) : undefined
    const response = story === undefined ? answered : unexpected(id, answered)
    response.headers.set('x-request-id', id)
    const milliseconds = performance.now() - start
    watch?.(request, response, milliseconds / 1000)
    const { method } = request
    const { status } = response
    // Without the query, which may hold a secret that was put there by mistake.
    const path = pathOf(request.url)
    logRequest({ id, method, path, status, ms: Math.round(milliseconds * 100) / 100 })
    if (story !== undefined) logFailure(`${method} ${path} failed unexpectedly.`, { id, error: story })
    return response
  }
}

const unexpected = (id: string, { headers }: Response) =>
  Response.json({ message: 'Something went wrong on the server.', id }, { status: 500, headers })
