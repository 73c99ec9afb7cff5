import { securityHeaders } from '../http/securityHeaders.ts'

// The headers that the program sets. HTTP's own, such as Content-Length and Connection, are no part of the document.

const text = { type: 'string' }

/** The headers of every response. */
const always = {
  'X-Request-Id': {
    description: 'The id of the request. The log of the server has the same id.',
    required: true,
    schema: text,
    example: 'w3cs8k-1',
  },
  'Cache-Control': {
    description:
      'Whether a client may store the response. What it has stored it must revalidate before each use, unless there is a `max-age`.',
    required: true,
    schema: { enum: ['no-store', 'no-store, no-transform', 'private, no-cache', 'private, max-age=86400'] },
  },
  'X-Content-Type-Options': { required: true, schema: { const: securityHeaders['x-content-type-options'] } },
  'Content-Security-Policy': { required: true, schema: { const: securityHeaders['content-security-policy'] } },
  Vary: { description: 'The headers of the request on which the response depends.', schema: text },
  'Access-Control-Allow-Origin': { description: 'Where the operator allows the origin.', schema: text },
  'X-Demo-Reset-At': { description: 'Only of a demo: when it is next reset, as an ISO 8601 time.', schema: text },
  'Access-Control-Expose-Headers': { description: 'Where the operator allows the origin.', schema: text },
}

/** The headers of some responses. */
const sometimes = {
  ETag: {
    description: 'Changes with the body. Send it back in `If-None-Match`, or in the `If-Match` of a write.',
    required: true,
    schema: { type: 'string', pattern: '^W/"[0-9a-z]+"$' },
    example: 'W/"33rekb9fyejw"',
  },
  ChangedETag: {
    description: 'The tag that the GET of the record has now. Only of a request with `If-Match`.',
    schema: { type: 'string', pattern: '^W/"[0-9a-z]+"$' },
    example: 'W/"33rekb9fyejw"',
  },
  Location: {
    description: 'The URL of the new record, relative to that of the request.',
    required: true,
    schema: text,
    example: 'albums/7',
  },
  'Content-Encoding': { description: 'The encoding of a compressed body.', schema: { enum: ['zstd', 'gzip'] } },
  'Content-Disposition': {
    description: 'The name under which a browser saves the file.',
    required: true,
    schema: text,
    example: 'attachment; filename="catalogue-2026-01-31.json"',
  },
  'X-Accel-Buffering': {
    description: 'Tells proxies to send each event at once.',
    required: true,
    schema: { const: 'no' },
  },
  'Retry-After': {
    description: 'The number of seconds after which to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Total-Count': {
    description: 'The number of records on all pages.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'The first, the previous, the next and the last page (RFC 8288).',
    required: true,
    schema: text,
    example: '<?limit=50&offset=0>; rel="first", <?limit=50&offset=200>; rel="last"',
  },
  'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } },
}

export type ResponseHeader = keyof typeof sometimes

export const headers = { ...always, ...sometimes }

/** Headers that have another name than their component. */
const headerNames: Record<string, string> = { ChangedETag: 'ETag' }

/** References to the headers of every response, and to these others. */
export const referToHeaders = (names: readonly ResponseHeader[] = []) =>
  Object.fromEntries(
    [...Object.keys(always), ...names].map((name) => [
      headerNames[name] ?? name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
