import { nodeCount } from './engine.ts'
import { checkExchange } from './openApiCheck.ts'

export interface ClientResponse {
  status: number
  headers: Headers
  /** The body, unparsed. */
  text: string
  /** The body, parsed as JSON; undefined where it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of responses of every shape, also of wrong ones
  body: any
}

export interface Client {
  token: string | undefined
  get(path: string): Promise<ClientResponse>
  post(path: string, body?: unknown): Promise<ClientResponse>
  put(path: string, body?: unknown): Promise<ClientResponse>
  delete(path: string): Promise<ClientResponse>
  /** Sends any request, with these headers and this body. */
  send(method: string, path: string, init?: RequestInit): Promise<ClientResponse>
}

/**
 * A client of the API at `url`, with a token or without one. It sends the token unless a request has its own Authorization
 * header. A request fails if the OpenAPI document does not allow it and its response.
 * @param prefix - the path below which a program mounts the service
 */
export const client = (url: string, token?: string, prefix = ''): Client => {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<ClientResponse> => {
    const headers = new Headers(init.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    // With several nodes, each request has a connection of its own, and so meets another node than the one before.
    const response = await fetch(url + path, { ...init, method, headers, keepalive: nodeCount === 1 })
    const text = await response.text()
    const { status } = response
    await checkExchange({
      // Bun's fetch sends a GET in place of a method that it does not know.
      method: new Request(url + path, { method }).method,
      url: url.replace(prefix, '') + path,
      request: { headers, body: init.body },
      response: { status, headers: response.headers, text },
    })
    return { status, headers: response.headers, text, body: parseJson(text) }
  }
  const json = (method: string) => (path: string, body?: unknown) =>
    send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    token,
    send,
    get: (path) => send('GET', path),
    post: json('POST'),
    put: json('PUT'),
    delete: (path) => send('DELETE', path),
  }
}

const parseJson = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
