import { delayAfter, isTemporary, throwIfAborted, wait, withTimeout } from './attempts.ts'
import { checkTimeout } from './check.ts'
import { ApiError, type RequestLine, toApiError } from './errors.ts'
import { toNetworkError } from './networkError.ts'
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

const createInit = (
  token: string | undefined,
  method: string,
  { body, ifMatch }: SendOptions,
  others: Record<string, string> = {},
): RequestInit => {
  const headers = { ...others }
  if (token) headers.authorization = `Bearer ${token}`
  if (ifMatch !== undefined) headers['if-match'] = ifMatch
  if (body !== undefined) headers['content-type'] = 'application/json'
  // Without a body, there is no JSON either.
  return { method, headers, body: isBlob(body) ? body : JSON.stringify(body) }
}

/** Returns the functions that send requests. They throw an ApiError for a response that is not a success. */
export const createRequests = ({ readRoot, fetch, session, cache, timeoutMs: usualTimeoutMs, retries }: Deps) => {
  /** @throws TypeError for what another attempt would not help: the runtime lacks something, or there is no such path */
  const prepare = (method: string, path: string) => {
    // The root would be the name of another host with it.
    if (!path.startsWith('/')) throw new TypeError('A path begins with a slash.')
    const url = readRoot() + path
    const send = createTransport(fetch)
    const line: RequestLine = { method, url: url.split('?')[0] }
    /** Throws the error for what `fetch`, or the reading of a body, has thrown. */
    const fail = (thrown: unknown): never => {
      throw toNetworkError(thrown, line, url)
    }
    const transfer = async <Result>(init: RequestInit, read: (response: Response) => Promise<Result>) => {
      try {
        return await read(await send(url, init))
      } catch (error) {
        return fail(error)
      }
    }
    return { line, fail, transfer }
  }

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
    const { line, transfer } = prepare(method, path)
    return withRetries(method, retries, options, async () => {
      const { signal, timeoutMs = usualTimeoutMs } = options
      const key = `${token} ${path}`
      const cached = method === 'GET' ? cache.get(key) : undefined
      const init = createInit(token, method, options, cached && { 'if-none-match': cached.etag })
      const { response, text } = await withTimeout(line, timeoutMs, signal, (signal) =>
        transfer({ ...init, signal: signal ?? null }, async (response) => ({ response, text: await response.text() })),
      )
      if (response.status === 304 && cached) {
        const value = withEtag(parse<Value>(cached.text, line, response), cached.etag)
        return { value, total: cached.total, next: cached.next }
      }
      if (!response.ok) throw toApiError(response, text, line)
      const total = Number(response.headers.get('x-total-count'))
      const next = nextPath(path, response)
      // The response of a delete has no body.
      if (response.status === 204) return { value: undefined as Value, total, next }
      const etag = response.headers.get('etag')
      const value = withEtag(method === 'HEAD' ? ({} as Value) : parse<Value>(text, line, response), etag)
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
    open: (path: string, headers: Record<string, string>, signal: AbortSignal) =>
      withSession(session, (token) => {
        const { line, transfer } = prepare('GET', path)
        return transfer({ ...createInit(token, 'GET', {}, headers), signal }, async (response) => {
          if (!response.ok) throw toApiError(response, await response.text(), line)
          const type = response.headers.get('content-type')
          if (response.body && type?.startsWith('text/event-stream')) return response.body
          throw new ApiError(
            `The response to ${path} is not a stream of events, but ${type}. ${advice}`,
            response,
            {},
            line,
          )
        })
      }),
    findEtag: (value: object) => etags.get(value),
    etagOf: (value: object) => {
      const etag = etags.get(value)
      if (etag) return etag
      throw new TypeError('This value has no ETag. Give what this client returned, not a copy.')
    },
    /** As `receive`, and returns only the body. */
    send: async <Value>(method: string, path: string, options?: SendOptions) =>
      (await receive<Value>(method, path, options)).value,
    /** Sends a request with another token than the session's, or without one. */
    sendWith: async <Value>(token: string | undefined, method: string, path: string, options?: SendOptions) =>
      (await exchange<Value>(token, method, path, options)).value,
  }
}

export type Requests = ReturnType<typeof createRequests>
export type Send = Requests['send']

/** Makes an attempt of a request, and at most as many further ones of a read if they may succeed later. */
const withRetries = async <Result>(
  method: string,
  retries: number,
  { signal, timeoutMs }: RequestOptions,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  if (timeoutMs !== undefined) checkTimeout(timeoutMs, 'timeoutMs')
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
    // The session has ended meanwhile: with a logout, or with a request that was rejected before this one.
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

/** The link has the parameters of the next page of the same path. */
const nextPath = (path: string, { headers }: Response) => {
  const query = /<[^?>]*(\?[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return query && path.split('?')[0] + query
}

const advice = 'Does the base URL belong to a music library, and does each proxy pass this path on to it?'

/** @throws ApiError for a text that is not JSON, such as the page of another server */
const parse = <Value>(text: string, line: RequestLine, response: Response): Value => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(`The response to ${line.method} ${line.url} is not JSON. ${advice}`, response, {}, line)
  }
}
