import { type Fetch, mapResponse } from './fetch.ts'

/**
 * Headers that forbid browsers to guess another media type than JSON, and to run, load or frame anything in a response.
 * HSTS is left to the proxy, since TLS ends there.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The headers of an HTML page. @param policy - its content security policy */
export const pageHeaders = (policy: string) => ({
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
})

/** The headers of a file that a page loads. Its name contains a hash of its content, so that browsers may keep it for ever. */
export const assetHeaders = (type: string, encoding: string | undefined) => ({
  ...securityHeaders,
  'content-type': type,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
  ...(encoding && { 'content-encoding': encoding }),
})

/**
 * Adds the headers to all responses, and `no-store` to responses without a `Cache-Control`, such as those with tokens.
 */
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
