import type { Fetch } from './fetch.ts'
import { allowedMethods, type Route } from './methods.ts'

/** The origins whose pages may read answers: any, or these. */
export type AllowedOrigins = '*' | readonly string[]

/** Origins from a list of them; undefined where one is none, such as one with a path. */
export const parseOrigins = (entries: string[]): AllowedOrigins | undefined => {
  if (entries.length === 1 && entries[0] === '*') return '*'
  return entries.every(isOrigin) ? entries : undefined
}

const isOrigin = (text: string) => {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s*]+$/.test(text)) return false
  // Apps have schemes of their own, and the origin of such a URL is not told.
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text)
}

/** How long browsers may remember what a preflight told them, in seconds; two hours is the most that any of them does. */
const maxAge = '7200'

/** Lets pages of other origins read answers. Cookies are not among what they may send: the API knows none. */
export const cors = (fetch: Fetch, origins: AllowedOrigins, routes: readonly Route[]): Fetch => {
  const allowed = (origin: string | null) => origin !== null && (origins === '*' || origins.includes(origin))

  const marked = (response: Response, origin: string | null) => {
    const { headers } = response
    // Without this, what was answered to one origin could be shown to another.
    if (origins !== '*') headers.append('vary', 'origin')
    if (!allowed(origin)) return response
    headers.set('access-control-allow-origin', origins === '*' ? '*' : (origin ?? ''))
    headers.set('access-control-expose-headers', 'etag, retry-after, x-request-id')
    return response
  }

  return (request) => {
    const origin = request.headers.get('origin')
    const preflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const methods = preflight && allowed(origin) ? allowedMethods(routes, new URL(request.url).pathname) : []
    if (methods.length > 0) return marked(permission(methods), origin)
    const response = fetch(request)
    return response instanceof Promise ? response.then((made) => marked(made, origin)) : marked(response, origin)
  }
}

const permission = (methods: string[]) =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, if-none-match',
      'access-control-max-age': maxAge,
    },
  })
