import type { Fetch } from './fetch.ts'
import { removePrefix } from './prefix.ts'

/**
 * Prepares requests of a program that mounts the service: removes the prefix below which it is mounted from their path, and
 * makes `https` URLs `http` ones, since Elysia looks for the path after `http://`. Paths outside the prefix are a 404.
 */
export const mountAt =
  (fetch: Fetch, prefix = ''): Fetch =>
  (request) => {
    const url = removePrefix(request.url, prefix)
    if (url === undefined) {
      return Response.json(
        { message: `There is nothing at this path. The API is below ${prefix}/api.` },
        { status: 404 },
      )
    }
    if (url === request.url && url.startsWith('http://')) return fetch(request)
    const { host, pathname, search } = new URL(url)
    return fetch(new Request(`http://${host}${pathname}${search}`, request))
  }
