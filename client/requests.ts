import { checkTimeout, delayAfter, isTemporary, throwIfAborted, wait, withTimeout } from './attempts.ts'
import { ApiError, toApiError } from './errors.ts'
import type { ResponseCache } from './responseCache.ts'
import { createTransport, type FetchRequest, isBlob } from './runtime.ts'
import type { TokenSession } from './session.ts'

/** The last argument of each method. */
export interface RequestOptions {
  /** Aborts the request. */
  signal?: AbortSignal | undefined
  /** As the option of the client with this name, for this request. */
  timeoutMs?: number | undefined
}

/** The last argument of the methods that change or delete a record. */
export interface ChangeOptions extends RequestOptions {
  /**
   * The ETag of the version that is to be changed, which `etagOf` returns. If the record has changed since, nothing is changed, and the
   * error is an ApiError with the status 412.
   */
  ifMatch?: string | undefined
}

export interface SendOptions extends ChangeOptions {
  /** Is sent as JSON; a Blob is sent as it is, and has to be JSON. */
  body?: unknown
}

/** The body of a response, how many records its list has on all pages, and the path of the next page if there is one. */
interface Received<Value> {
  value: Value
  total: number
  next: string | undefined
}

interface Deps {
  /** Returns the URL of the server, to which paths are appended. @throws TypeError if there is no page that has it */
  readRoot: () => string
  fetch: FetchRequest | undefined
  session: TokenSession
  cache: ResponseCache
  timeoutMs: number | undefined
  retries: number
}

const firstDelayMs = 500
/** The longest time for which another attempt waits, in milliseconds. A server that asks for more is not waited for. */
const maxDelayMs = 30_000

const headersWith = (token: string | undefined, others?: Record<string, string>): Record<string, string> => ({
  ...others,
  ...(token && { authorization: `Bearer ${token}` }),
})

const createInit = (
  token: string | undefined,
  method: string,
  { body, ifMatch }: SendOptions,
  ifNoneMatch: string | undefined,
): RequestInit => {
  const headers = headersWith(token)
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
  if (ifMatch !== undefined) headers['if-match'] = ifMatch
  if (body === undefined) return { method, headers }
  headers['content-type'] = 'application/json'
  return { method, headers, body: isBlob(body) ? body : JSON.stringify(body) }
}

/** Returns the functions that send requests. They throw an ApiError for a response that is not a success. */
export const createRequests = ({ readRoot, fetch, session, cache, timeoutMs: usualTimeoutMs, retries }: Deps) => {
  /** @throws TypeError if the runtime lacks what requests need: another attempt would not help */
  const prepare = () => ({ root: readRoot(), transport: createTransport(fetch) })

  /** By the value of each response that has one. */
  const etags = new WeakMap<object, string>()
  const withEtag = <Value>(value: Value, etag: string | null) => {
    if (etag && typeof value === 'object' && value) etags.set(value, etag)
    return value
  }

  /**
   * Sends a request with this token, or without one. A GET is conditional if its response is cached. A read is sent once more if it may succeed
   * later, as often as the client says.
   */
  const exchange = <Value>(
    token: string | undefined,
    method: string,
    path: string,
    options: SendOptions = {},
  ): Promise<Received<Value>> => {
    const { root, transport } = prepare()
    return withRetries(method, retries, options, async () => {
      const { signal, timeoutMs = usualTimeoutMs } = options
      const key = `${token} ${path}`
      const cached = method === 'GET' ? cache.get(key) : undefined
      const init = createInit(token, method, options, cached?.etag)
      const { response, text } = await withTimeout(timeoutMs, signal, async (signal) => {
        if (signal) init.signal = signal
        const response = await transport(root + path, init)
        return { response, text: await response.text() }
      })
      if (response.status === 304 && cached) {
        const value = withEtag(parse<Value>(cached.text, path, response), cached.etag)
        return { value, total: cached.total, next: cached.next }
      }
      if (!response.ok) throw toApiError(response, text)
      const total = Number(response.headers.get('x-total-count'))
      const next = nextPath(path, response)
      // The response of a delete has no body.
      if (response.status === 204) return { value: undefined as Value, total, next }
      const etag = response.headers.get('etag')
      const value = withEtag(method === 'HEAD' ? ({} as Value) : parse<Value>(text, path, response), etag)
      if (method === 'GET' && etag) cache.set(key, { etag, text, total, next })
      return { value, total, next }
    })
  }

  const receive = <Value>(method: string, path: string, options?: SendOptions): Promise<Received<Value>> =>
    withSession(session, (token) => exchange<Value>(token, method, path, options))

  return {
    prepare,
    receive,
    /** Sends a GET whose response is a stream of events. @throws ApiError also for any other response, such as the page of another server */
    open: (path: string, headers: Record<string, string>, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> =>
      withSession(session, async (token) => {
        const { root, transport } = prepare()
        const response = await transport(root + path, { headers: headersWith(token, headers), signal })
        if (!response.ok) throw toApiError(response, await response.text())
        const type = response.headers.get('content-type')
        if (response.body && type?.startsWith('text/event-stream')) return response.body
        throw new ApiError(`The response to ${path} is no stream of events, but ${type}. ${advice}`, response)
      }),
    etagOf: (value: object) => {
      const etag = etags.get(value)
      if (etag) return etag
      throw new TypeError('This is no value that a method of this client has returned with an ETag. A copy has none.')
    },
    /** As `receive`, and returns only the body. */
    send: async <Value>(method: string, path: string, options?: SendOptions) =>
      (await receive<Value>(method, path, options)).value,
    /** Sends a request with another token than the session's, or without one. */
    sendWith: async <Value>(token: string | undefined, method: string, path: string, options?: SendOptions) =>
      (await exchange<Value>(token, method, path, options)).value,
  }
}

export type Send = ReturnType<typeof createRequests>['send']
export type Receive = ReturnType<typeof createRequests>['receive']

/** Makes an attempt of a request, and at most as many further ones of a read if they may succeed later. */
const withRetries = async <Result>(
  method: string,
  retries: number,
  { signal, timeoutMs }: RequestOptions,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  checkTimeout(timeoutMs)
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const isRead = method === 'GET' || method === 'HEAD'
      if (!isRead || retry >= retries || signal?.aborted || !isTemporary(error)) throw error
      const delayMs = delayAfter(error, firstDelayMs * 2 ** retry)
      if (delayMs > maxDelayMs) throw error
      await wait(delayMs, signal)
      throwIfAborted(signal)
    }
  }
}

/**
 * Sends a request with the session's token. If the server rejects the token, it is sent once more with a new one. A rejected token in
 * whose place there is no other is dropped.
 */
const withSession = async <Result>(
  session: TokenSession,
  sendAs: (token: string | undefined) => Promise<Result>,
): Promise<Result> => {
  const { token } = session
  const wasRenewing = token !== undefined && session.isRenewing(token)
  try {
    return await sendAs(token)
  } catch (error) {
    if (!token || !(error instanceof ApiError) || error.status !== 401) throw error
    // `onUnauthenticated` itself may have sent the request. To wait for each other would take forever.
    if (wasRenewing && session.isRenewing(token)) throw error
    // The session has ended meanwhile: with a log-out, or with a request that was rejected before this one.
    if (session.token === undefined && !session.isRenewing(token)) throw error
    const newToken = await session.renew(token)
    if (!newToken) {
      session.drop(token)
      throw error
    }
    try {
      return await sendAs(newToken)
    } catch (errorAgain) {
      if (errorAgain instanceof ApiError && errorAgain.status === 401) session.drop(newToken)
      throw errorAgain
    }
  }
}

/** The link is relative to the path of the request. The host makes no difference. */
const nextPath = (path: string, { headers }: Response) => {
  const link = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  if (link === undefined) return
  const { pathname, search } = new URL(link, `http://localhost${path}`)
  return pathname + search
}

const advice = 'Is the base URL that of a music library, and does each proxy pass this path on to it?'

/** @throws ApiError for a text that is not JSON, such as the page of another server */
const parse = <Value>(text: string, path: string, response: Response): Value => {
  try {
    return JSON.parse(text)
  } catch {
    const [pathname] = path.split('?')
    throw new ApiError(`The response to ${pathname} is not JSON. ${advice}`, response)
  }
}
