/** A request, wherever it is sent. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** Below /api. */
  path: string
  token?: string
  body?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  /** As it was sent: nothing is decompressed. */
  body: Uint8Array
}

export const get = (token: string, path: string, headers: Record<string, string> = {}): Call => ({
  method: 'GET',
  path,
  token,
  headers,
})

/** A POST or PUT with a JSON body. */
export const send = (token: string, method: 'POST' | 'PUT', path: string, body: unknown): Call => ({
  method,
  path,
  token,
  body: JSON.stringify(body),
})

export const headersOf = ({ token, body, headers }: Call): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
})

/** Sends a request to the server at a URL, and waits for at most so many milliseconds until the answer has ended. */
export const request = (url: string, call: Call, patience = 60_000): Promise<Response> =>
  fetch(`${url}${call.path}`, {
    method: call.method,
    // Otherwise fetch would ask for compression by itself.
    headers: { 'accept-encoding': 'identity', ...headersOf(call) },
    signal: AbortSignal.timeout(patience),
    decompress: false,
    ...(call.body === undefined ? {} : { body: call.body }),
  })

export const answerTo = async (url: string, call: Call): Promise<Answer> => {
  const response = await request(url, call)
  return { status: response.status, headers: response.headers, body: await response.bytes() }
}

/** The answer's body. @throws when it is no success. */
export const successOf = async (url: string, call: Call): Promise<Uint8Array> => {
  const { status, body } = await answerTo(url, call)
  if (status < 200 || status > 299) {
    throw new Error(`${call.method} ${call.path} was answered ${status}: ${textOf(body).slice(0, 200)}`)
  }
  return body
}

export const textOf = (body: Uint8Array) => new TextDecoder().decode(body)
