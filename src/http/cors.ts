import { type Fetch, mapResponse } from './fetch.ts'
import { allowedMethods, type Route } from './methods.ts'
import { pathOf } from './paths.ts'

/** The origins whose pages may read responses; `*` for all. */
export type AllowedOrigins = '*' | readonly string[]

/** Returns undefined if an entry is not an origin, for instance because it has a path. */
export const parseOrigins = (entries: string[]): AllowedOrigins | undefined => {
  if (entries.length === 1 && entries[0] === '*') return '*'
  return entries.every(isOrigin) ? entries : undefined
}

const isOrigin = (text: string) => {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s*]+$/.test(text)) return false
  // Apps have schemes of their own, for which `URL` has no origin.
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text)
}

/** The headers of responses that pages may read. */
const exposedHeaders = 'etag, link, retry-after, x-demo-reset-at, x-request-id, x-total-count'

/** How long browsers may cache a preflight response, in seconds. No browser accepts more than two hours. */
const maxAge = '7200'

/**
 * Lets pages of other origins read responses, and responds to their preflight requests. Credentials are not allowed:
 * the API uses no cookies.
 */
export const withCors = (fetch: Fetch, origins: AllowedOrigins, routes: readonly Route[]): Fetch => {
  const isAllowed = (origin: string | null) => origin !== null && (origins === '*' || origins.includes(origin))

  const addHeaders = (response: Response, origin: string | null) => {
    const { headers } = response
    // Otherwise a browser could use a cached response to one origin for another.
    if (origins !== '*') headers.append('vary', 'origin')
    if (!isAllowed(origin)) return response
    headers.set('access-control-allow-origin', origins === '*' ? '*' : (origin ?? ''))
    headers.set('access-control-expose-headers', exposedHeaders)
    return response
  }

  return (request) => {
    const origin = request.headers.get('origin')
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const methods = isPreflight && isAllowed(origin) ? allowedMethods(routes, pathOf(request.url)) : []
    if (methods.length > 0) return addHeaders(preflightResponse(methods), origin)
    return mapResponse(fetch(request), (response) => addHeaders(response, origin))
  }
}

const preflightResponse = (methods: string[]) =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, if-none-match',
      'access-control-max-age': maxAge,
    },
  })
