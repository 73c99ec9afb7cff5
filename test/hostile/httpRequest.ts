/**
 * Builds a request from its parts, which may be malformed. The request line and the headers are encoded as Latin-1, so
 * that each character is one byte. A body that is a string is encoded as UTF-8.
 */
export const buildRequest = (requestLine: string, headers: readonly string[], body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${[requestLine, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    typeof body === 'string' ? Buffer.from(body) : body,
  ])

export const hostHeader = 'Host: music.example'
export const jsonHeader = 'Content-Type: application/json'
export const chunkedHeader = 'Transfer-Encoding: chunked'
export const bearerHeader = (token: string) => `Authorization: Bearer ${token}`

/** Builds a well-formed request, with a `Content-Type` of JSON and a `Content-Length` if there is a body. */
export const buildJsonRequest = (
  method: string,
  path: string,
  token: string | undefined,
  body?: string | Uint8Array,
): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const bodyHeaders = bytes === undefined ? [] : [jsonHeader, `Content-Length: ${bytes.length}`]
  const headers = [hostHeader, ...(token ? [bearerHeader(token)] : []), ...bodyHeaders]
  return buildRequest(`${method} ${path} HTTP/1.1`, headers, bytes)
}

/** Encodes a body for `Transfer-Encoding: chunked`, in chunks of at most `chunkSize` bytes. */
export const encodeChunked = (body: string | Uint8Array, chunkSize = Number.POSITIVE_INFINITY): Buffer => {
  const bytes = Buffer.from(body as string) // Buffer.from accepts both types, but has no overload for their union
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const chunk = bytes.subarray(start, start + chunkSize)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
