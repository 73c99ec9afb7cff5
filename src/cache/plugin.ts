import { Elysia } from 'elysia'
import type { Cache } from './cache.ts'

/**
 * Answers a request from the cache before it is routed. All other requests go on to the guards and the handlers, which fill
 * the cache.
 *
 * The hook is not async, and a hit creates no promise: that costs about as little as a bare fetch handler.
 */
export const responseCache = (cache: Cache) =>
  new Elysia({ name: 'response-cache' }).onRequest(({ request }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    return cache.respond(request)
  })
