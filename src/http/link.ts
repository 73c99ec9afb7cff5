/** One link of a `Link` header (RFC 8288). */
export const formatLink = (path: string, query: URLSearchParams, rel: string): string =>
  `<${path}${query.size > 0 ? `?${query}` : ''}>; rel="${rel}"`
