import { type Fetch, mapResponse } from './fetch.ts'

/**
 * Tell browsers that a response is JSON and nothing else, and that they must not run, load or frame anything in it. HSTS
 * is left to the proxy, since TLS ends there.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Adds the headers to all responses. Responses that say nothing about caching, such as new tokens, must not be stored. */
export const withSecurityHeaders =
  (fetch: Fetch): Fetch =>
  (request) =>
    mapResponse(fetch(request), addHeaders)

const addHeaders = (response: Response): Response => {
  const { headers } = response
  // Cached responses have all of these headers already.
  if (headers.has('content-security-policy')) return response
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return response
}
