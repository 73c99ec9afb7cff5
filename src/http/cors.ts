import { type Fetch, mapResponse } from './fetch.ts'
import { allowedMethods, type Route } from './methods.ts'
import { pathOf } from './paths.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Stands for all ports of this machine, among allowed origins. */
const anyLoopback = 'localhost'

const hosts = loopbackHosts.map((host) => RegExp.escape(host)).join('|')
const loopbackOrigin = new RegExp(`^https?://(?:${hosts})(?::\\d+)?$`)

/** Whether an origin is one that `anyLoopback` stands for: each port of this machine, http and https, under each of its names. */
const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin)

/**
 * Origins that are not allowed, and differ from an allowed one only in the name of this machine, such as
 * `http://localhost:5173` for `http://127.0.0.1:5173`. For a browser they are different origins.
 * @returns the allowed origin by the one that is not
 */
const findLoopbackVariants = (origins: readonly string[]): Map<string, string> => {
  const variants = new Map<string, string>()
  for (const allowed of origins) {
    const host = loopbackHosts.find((name) => new RegExp(`^https?://${RegExp.escape(name)}(:|$)`).test(allowed))
    if (!host) continue
    for (const other of loopbackHosts) {
      const variant = allowed.replace(host, other)
      if (!origins.includes(variant)) variants.set(variant, allowed)
    }
  }
  return variants
}

/** The origins whose pages may read responses; `*` for all. The origin `localhost` stands for all ports of this machine. */
export type AllowedOrigins = '*' | readonly string[]

/** Returns undefined if an entry is not an origin, for instance because it has a path. */
export const parseOrigins = (entries: string[]): AllowedOrigins | undefined => {
  if (entries.length === 1 && entries[0] === '*') return '*'
  return entries.every((entry) => entry === anyLoopback || isOrigin(entry)) ? entries : undefined
}

const isOrigin = (text: string) => {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s*]+$/.test(text)) return false
  // Apps have schemes of their own, for which `URL` has no origin.
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text)
}

/** The headers of responses that pages may read. */
const exposedHeaders = 'etag, link, location, retry-after, x-demo-reset-at, x-request-id, x-total-count'

/** How long browsers may cache a preflight response, in seconds. No browser accepts more than two hours. */
const maxAge = '7200'

/**
 * Called for an origin whose page can't read responses.
 * @param variant - an allowed origin that differs from it only in the name of this machine; undefined if there is none
 * @param allowed - all allowed origins
 */
export type OnRejectedOrigin = (origins: {
  rejected: string
  variant: string | undefined
  allowed: readonly string[]
}) => void

/**
 * Lets pages of other origins read responses, and responds to their preflight requests. Credentials are not allowed:
 * the API uses no cookies.
 */
export const withCors = (
  fetch: Fetch,
  origins: AllowedOrigins,
  routes: readonly Route[],
  onRejected: OnRejectedOrigin = () => {},
): Fetch => {
  const isListed = (origin: string) =>
    origin !== anyLoopback && (origins.includes(origin) || (origins.includes(anyLoopback) && isLoopbackOrigin(origin)))
  const isAllowed = (origin: string | null) => origin !== null && (origins === '*' || isListed(origin))
  const variants = origins === '*' ? new Map<string, string>() : findLoopbackVariants(origins)

  const addHeaders = (response: Response, origin: string | null, request: Request) => {
    const { headers } = response
    // Otherwise a browser could use a cached response to one origin for another.
    if (origins !== '*') headers.append('vary', 'origin')
    if (!isAllowed(origin)) {
      if (origin !== null && isOfOtherOrigin(request, origin))
        onRejected({ rejected: origin, variant: variants.get(origin), allowed: origins === '*' ? [] : origins })
      return response
    }
    headers.set('access-control-allow-origin', origins === '*' ? '*' : (origin ?? ''))
    headers.set('access-control-expose-headers', exposedHeaders)
    return response
  }

  return (request) => {
    const origin = request.headers.get('origin')
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const methods = isPreflight && isAllowed(origin) ? allowedMethods(routes, pathOf(request.url)) : []
    if (methods.length > 0) return addHeaders(preflightResponse(methods, request), origin, request)
    return mapResponse(fetch(request), (response) => addHeaders(response, origin, request))
  }
}

/** Reports the origins of pages that can't read responses, where no other origin is allowed. */
export const withoutCors =
  (fetch: Fetch, onRejected: OnRejectedOrigin): Fetch =>
  (request) => {
    const origin = request.headers.get('origin')
    if (origin !== null && isOfOtherOrigin(request, origin))
      onRejected({ rejected: origin, variant: undefined, allowed: [] })
    return fetch(request)
  }

/**
 * Whether a script of another origin has sent a request. Browsers send `Origin` with writes of the own pages, too, and say which they are
 * only over TLS and on loopback addresses. Otherwise `Host` tells, which a proxy may have replaced: then this is not known.
 */
const isOfOtherOrigin = ({ headers }: Request, origin: string) => {
  if (!isOrigin(origin)) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && headers.get('sec-fetch-mode') === 'cors'
  return !headers.has('x-forwarded-for') && !headers.has('forwarded') && !origin.endsWith(`://${headers.get('host')}`)
}

const preflightResponse = (methods: string[], { headers }: Request) =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowedHeaders(headers.get('access-control-request-headers')),
      'access-control-max-age': maxAge,
      vary: 'access-control-request-headers',
    },
  })

/**
 * Allows the headers that the page wants to send, such as the `traceparent` of a tracing library. A header gives a page no
 * rights: the only one that does is `Authorization`, whose token the page has to know.
 */
const allowedHeaders = (requested: string | null) => {
  const names = (requested ?? '').split(',').map((name) => name.trim().toLowerCase())
  const valid = names.filter((name) => headerName.test(name))
  return valid.length > 0 ? valid.join(', ') : 'authorization, content-type, if-match, if-none-match'
}

/** A token of https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
export const headerName = /^[a-z\d!#$%&'*+.^_`|~-]+$/i
