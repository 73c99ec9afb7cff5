import { etagOf, matchesEtag } from './etags.ts'
import { pathOf } from './paths.ts'
import { securityHeaders } from './securityHeaders.ts'

/** Made once: a response copies them in less time than it takes to make them. */
const headers = new Headers({ 'content-type': 'application/json', ...securityHeaders, 'cache-control': 'no-store' })

/** Responds with JSON that is not cached. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers })

/** Responds with a record that a write has changed, and with the tag that its GET has now. */
export const changedResponse = (record: unknown, etag: string): Response =>
  withHeader(jsonResponse(record), 'etag', etag)

/** Responds with a record that was created. `Location` is its URL. */
export const createdResponse = (record: { id: number }, { url }: Request): Response =>
  withHeader(jsonResponse(record, 201), 'location', locationOf(url, record.id))

/**
 * The URL of a record that a POST to its list has created, relative to the URL of the request: it is right below any prefix that a proxy or
 * another program has removed from the path.
 */
export const locationOf = (url: string, id: number): string => {
  const path = pathOf(url)
  const list = path.slice(path.lastIndexOf('/') + 1)
  return list === '' ? String(id) : `${list}/${id}`
}

/** Responds to the GET of a record that clients must not store, with its tag: 304 to a client that has it already. */
export const taggedResponse = (record: unknown, { headers: requested }: Request): Response => {
  const text = JSON.stringify(record)
  const etag = etagOf(text)
  const ifNoneMatch = requested.get('if-none-match')
  const isUnchanged = ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)
  const response = isUnchanged ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
  return withHeader(response, 'etag', etag)
}

const withHeader = (response: Response, name: string, value: string) => {
  response.headers.set(name, value)
  return response
}
