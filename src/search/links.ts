import { formatLink } from '../http/query.ts'

interface Page {
  limit: number
  offset: number
  /** The number of records on all pages. */
  total: number
}

/**
 * The `Link` header of a page (RFC 8288), with the other parameters of the search: the first and the last page, and those
 * before and after this one, if there are any.
 */
export const linkHeader = (query: URLSearchParams, { limit, offset, total }: Page): string => {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  const offsets: Record<string, number> = {
    first: 0,
    ...(offset > 0 ? { prev: Math.max(0, Math.min(offset - limit, last)) } : {}),
    ...(offset + limit < total ? { next: offset + limit } : {}),
    last,
  }
  const links = Object.entries(offsets).map(([rel, start]) => {
    const target = new URLSearchParams(query)
    target.set('limit', String(limit))
    target.set('offset', String(start))
    return formatLink(target, rel)
  })
  return links.join(', ')
}
