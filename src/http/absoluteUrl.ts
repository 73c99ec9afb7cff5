import type { Fetch } from './fetch.ts'

/**
 * Gives every request an absolute URL. In an absolute URL the path starts after the host, and Elysia and `pathOf` look
 * for it there. `Request.url` of Bun is the target of the request alone when there is no Host, or an invalid one, and for
 * a CONNECT, whose target is a host and a port.
 */
export const withAbsoluteUrl =
  (fetch: Fetch): Fetch =>
  (request) => {
    const { url } = request
    // The request object stays the same: Bun knows the connection by it.
    if (!url.startsWith('http://')) Object.defineProperty(request, 'url', { value: toAbsoluteUrl(url) })
    return fetch(request)
  }

const toAbsoluteUrl = (target: string) => new URL(`http://localhost${target.startsWith('/') ? '' : '/'}${target}`).href
