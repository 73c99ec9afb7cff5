import { askForWord } from '../base/spelling.ts'
import type { Fetch } from './fetch.ts'
import { apiPath, pathOf } from './paths.ts'

// A prefix is the path below which clients find the service, such as `/music`. It has no slash at its end; '' is the root of the host.

/** The header in which a proxy names the prefix that it has removed from the path. */
export const prefixHeader = 'x-forwarded-prefix'

/** The maximum length of a prefix. */
const maxLength = 255

/** Whether a text is a path without a slash at its end, and without segments of dots alone. `//` would begin the name of a host. */
export const isPrefix = (text: string): boolean =>
  text.length <= maxLength && /^(?:\/(?!\.+(?:\/|$))[\w.~-]+)+$/.test(text)

/** Returns the prefix with which a response to a request has to name paths; '' also where none is known. */
export type PrefixOf = (request: Request) => string

/**
 * @param basePath - the setting. It leaves nothing to the header.
 * @param isFromProxy - whether a request comes from a proxy that is trusted. Anybody else may send the header, too.
 */
export const createPrefixOf = (basePath: string, isFromProxy: (request: Request) => boolean): PrefixOf => {
  if (basePath !== '') return () => basePath
  return (request) => {
    const forwarded = request.headers.get(prefixHeader)?.replace(/\/$/, '') ?? ''
    return isPrefix(forwarded) && isFromProxy(request) ? forwarded : ''
  }
}

/** Returns a URL without the prefix of its path; undefined if the path is not below it. */
export const removePrefix = (url: string, prefix: string): string | undefined => {
  const path = pathOf(url)
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return
  const start = url.indexOf('/', 'https://'.length)
  const rest = url.slice(start + prefix.length)
  return `${url.slice(0, start)}${rest.startsWith('/') ? '' : '/'}${rest}`
}

/**
 * Serves requests below the base path as those at the root, which are served, too: health checks of this machine go there.
 * It is the outermost wrapper, so that nothing else sees the base path.
 */
export const withBasePath = (fetch: Fetch, basePath: string): Fetch => {
  if (basePath === '') return fetch
  return (request) => {
    const url = removePrefix(request.url, basePath)
    // The request object stays the same: Bun knows the connection by it.
    if (url !== undefined) Object.defineProperty(request, 'url', { value: url })
    return fetch(request)
  }
}

/** The response to a request whose path has no route. @param meant - the path of a route that is like it, without the prefix */
export const noPathResponse = (prefix: string, meant?: string): Response => {
  const question = askForWord(meant && prefix + meant, '')
  const message = `There is nothing at this path. The API is below ${prefix}${apiPath}. ${question}`.trimEnd()
  return Response.json({ message }, { status: 404 })
}

/**
 * Prepares requests of a program that mounts the service: removes the prefix below which it is mounted from their path, and
 * makes `https` URLs `http` ones, since Elysia looks for the path after `http://`. Paths outside the prefix are a 404.
 */
export const mountAt =
  (fetch: Fetch, prefix = ''): Fetch =>
  (request) => {
    const url = removePrefix(request.url, prefix)
    if (url === undefined) return noPathResponse(prefix)
    if (url === request.url && url.startsWith('http://')) return fetch(request)
    const { host, pathname, search } = new URL(url)
    return fetch(new Request(`http://${host}${pathname}${search}`, request))
  }
