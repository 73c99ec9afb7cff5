import { ApiError, toApiError } from './errors.ts'
import type { ResponseCache } from './responseCache.ts'
import type { TokenSession } from './session.ts'

/** The last argument of each method. */
export interface RequestOptions {
  /** Aborts the request. */
  signal?: AbortSignal | undefined
}

interface SendOptions extends RequestOptions {
  /** Is sent as JSON. */
  body?: unknown
}

interface Deps {
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  session: TokenSession
  cache: ResponseCache
}

/** Returns the functions that send requests. They throw an ApiError for a response that is not a success. */
export const createRequests = ({ baseUrl, fetch, session, cache }: Deps) => {
  /** Sends a request with this token, or without one. A GET is conditional if its response is cached. */
  const sendWith = async <Value>(
    token: string | undefined,
    method: string,
    path: string,
    { body, signal }: SendOptions = {},
  ): Promise<Value> => {
    const key = `${token} ${path}`
    const cached = method === 'GET' ? cache.get(key) : undefined
    const headers = new Headers()
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (cached) headers.set('if-none-match', cached.etag)
    const init: RequestInit = { method, headers }
    if (signal) init.signal = signal
    if (body !== undefined) {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(body)
    }

    const response = await fetch(new Request(baseUrl + path, init))
    const text = await response.text()
    // A `fetch` of the caller may ignore the signal.
    signal?.throwIfAborted()
    if (response.status === 304 && cached) return parse<Value>(cached.text, response)
    if (!response.ok) throw toApiError(response, text)
    // The response of a delete has no body.
    if (response.status === 204) return undefined as Value
    const value = parse<Value>(text, response)
    const etag = response.headers.get('etag')
    if (method === 'GET' && etag) cache.set(key, { etag, text })
    return value
  }

  /** Sends a request with the session's token. If the server rejects the token, it is sent once more with a new one. */
  const send = async <Value>(method: string, path: string, options?: SendOptions): Promise<Value> => {
    const { token } = session
    const wasRenewing = token !== undefined && session.isRenewing(token)
    try {
      return await sendWith<Value>(token, method, path, options)
    } catch (error) {
      if (!token || !(error instanceof ApiError) || error.status !== 401) throw error
      // `onUnauthenticated` itself may have sent the request. To wait for each other would take forever.
      if (wasRenewing && session.isRenewing(token)) throw error
      const newToken = await session.renew(token)
      if (!newToken) throw error
      return sendWith<Value>(newToken, method, path, options)
    }
  }

  return { send, sendWith }
}

export type Send = ReturnType<typeof createRequests>['send']

/** @throws ApiError for a text that is not JSON, such as the page of another server */
const parse = <Value>(text: string, response: Response): Value => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('The response is not JSON. Is the base URL that of a music library?', response)
  }
}
