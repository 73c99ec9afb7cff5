/** A request to the API, independent of the server and the client that sends it. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Relative to /api. */
  path: string
  token?: string
  body?: string
  headers?: Record<string, string>
}

interface ApiResponse {
  status: number
  headers: Headers
  /** The bytes as sent; a compressed body stays compressed. */
  body: Uint8Array
}

export const getRequest = (token: string, path: string, headers: Record<string, string> = {}): ApiRequest => ({
  method: 'GET',
  path,
  token,
  headers,
})

/** A POST or PUT with a JSON body. */
export const jsonRequest = (token: string, method: 'POST' | 'PUT', path: string, body: unknown): ApiRequest => ({
  method,
  path,
  token,
  body: JSON.stringify(body),
})

const headersOf = ({ token, body, headers }: ApiRequest): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
})

/** The bytes of an HTTP/1.1 request to the API at `url`. */
export const formatRequest = (url: string, request: ApiRequest): string => {
  const { host, pathname } = new URL(url)
  const { method, path, body = '' } = request
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const headers = Object.entries({ host, ...headersOf(request), ...length })
  return `${method} ${pathname}${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** Sends a request to the API at `url`. @throws when the response has not ended within `timeoutMs`. */
export const sendRequest = (url: string, request: ApiRequest, timeoutMs = 60_000): Promise<Response> =>
  fetch(`${url}${request.path}`, {
    method: request.method,
    // fetch would ask for compression by default.
    headers: { 'accept-encoding': 'identity', ...headersOf(request) },
    signal: AbortSignal.timeout(timeoutMs),
    decompress: false,
    ...(request.body === undefined ? {} : { body: request.body }),
  })

export const fetchResponse = async (url: string, request: ApiRequest): Promise<ApiResponse> => {
  const response = await sendRequest(url, request)
  return { status: response.status, headers: response.headers, body: await response.bytes() }
}

/** The body of the response. @throws when its status is not 2xx. */
export const fetchBody = async (url: string, request: ApiRequest): Promise<Uint8Array> => {
  const { status, body } = await fetchResponse(url, request)
  if (status < 200 || status > 299) {
    throw new Error(`${request.method} ${request.path} returned ${status}: ${decodeText(body).slice(0, 200)}`)
  }
  return body
}

export const decodeText = (body: Uint8Array) => new TextDecoder().decode(body)
