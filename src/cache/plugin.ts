import { Elysia } from 'elysia'
import type { Cache } from './cache.ts'

/**
 * Responds to requests from the cache before they are routed. All other requests go on to the guards and the handlers,
 * which fill the cache.
 *
 * The hook is not async, and a hit creates no promise, so that it costs hardly more than a bare fetch handler.
 */
export const responseCache = (cache: Cache) =>
  new Elysia({ name: 'response-cache' }).onRequest(({ request }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    return cache.respond(request)
  })
