import type { Fetch } from './fetch.ts'
import { pathOf } from './paths.ts'
import { prefixHeader } from './startPage.ts'

/**
 * Prepares requests of a program that mounts the service: removes the prefix below which it is mounted from their path, and
 * makes `https` URLs `http` ones, since Elysia looks for the path after `http://`. Paths outside the prefix are a 404.
 */
export const mountAt =
  (fetch: Fetch, prefix = ''): Fetch =>
  (request) => {
    const { url } = request
    const path = pathOf(url)
    if (prefix !== '' && path !== prefix && !path.startsWith(`${prefix}/`)) {
      return Response.json(
        { message: `There is nothing at this path. The API is below ${prefix}/api.` },
        { status: 404 },
      )
    }
    if (prefix === '' && url.startsWith('http://')) return fetch(request)
    const { host, pathname, search } = new URL(url)
    const mounted = new Request(`http://${host}${pathname.slice(prefix.length) || '/'}${search}`, request)
    if (prefix !== '') mounted.headers.set(prefixHeader, prefix)
    return fetch(mounted)
  }
