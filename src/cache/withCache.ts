import { toErrorResponse } from '../http/errorResponse.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Cache } from './cache.ts'

/**
 * Responds to requests from the cache before they are routed. All other requests go on to the guards and the handlers, which
 * fill the cache.
 *
 * A hit creates no promise, and does not pass the router, so that it costs hardly more than a bare fetch handler.
 */
export const withCache =
  (fetch: Fetch, cache: Pick<Cache, 'respond'>): Fetch =>
  (request) => {
    const { method } = request
    const response = method === 'GET' || method === 'HEAD' ? cache.respond(request) : undefined
    if (!response) return fetch(request)
    return response instanceof Promise ? response.catch((error) => toErrorResponse(error, request)) : response
  }
