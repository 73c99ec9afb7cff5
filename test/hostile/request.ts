/** A request by its parts. The head goes as Latin-1, so that each of its characters is a byte; a text in the body as UTF-8. */
export const request = (line: string, headers: readonly string[], body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    typeof body === 'string' ? Buffer.from(body) : body,
  ])

export const host = 'Host: music.example'
export const json = 'Content-Type: application/json'
export const bearer = (token: string) => `Authorization: Bearer ${token}`

/** A JSON request that is right in its form, with the length of its body. */
export const sent = (method: string, path: string, token: string | undefined, body?: string | Uint8Array): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = bytes === undefined ? [] : [json, `Content-Length: ${bytes.length}`]
  return request(`${method} ${path} HTTP/1.1`, [host, ...(token ? [bearer(token)] : []), ...length], bytes)
}

/** A body in chunks of at most `size` bytes. */
export const chunked = (body: string | Uint8Array, size = Number.POSITIVE_INFINITY): Buffer => {
  const bytes = Buffer.from(body as string) // Buffer.from takes both; its overloads don't
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
