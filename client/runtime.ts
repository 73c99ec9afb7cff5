// What not every runtime has: React Native has neither DOMException nor streams, Jest with jsdom has no fetch. No other file uses these globals.

type Needed = 'fetch' | 'Request' | 'AbortController'

/** @throws TypeError that says what to do */
const requireGlobal = <Name extends Needed>(name: Name): (typeof globalThis)[Name] => {
  // The types say that it is there.
  const value: (typeof globalThis)[Name] | undefined = globalThis[name]
  if (value) return value
  throw new TypeError(`This runtime has no ${name}: load a polyfill, or in Jest, set testEnvironment to 'node'.`)
}

export type FetchRequest = (request: Request) => Promise<Response>

/** Sends a request. */
type Transport = (url: string, init: RequestInit) => Promise<Response>

/**
 * Node holds the AbortController of a Request weakly: after a garbage collection, the signal that the Request was made with would abort nothing. So
 * each Request lives as long as its signal.
 */
const requests = new WeakMap<AbortSignal, Request>()

/**
 * @param fetchRequest - the `fetch` of the caller; without one, it is the global one
 * @throws TypeError if the runtime lacks what it needs
 */
export const createTransport = (fetchRequest: FetchRequest | undefined): Transport => {
  if (!fetchRequest) return requireGlobal('fetch')
  const Request = requireGlobal('Request')
  return (url, init) => {
    const request = new Request(url, init)
    if (init.signal) requests.set(init.signal, request)
    return fetchRequest(request)
  }
}

export const createController = (): AbortController => new (requireGlobal('AbortController'))()

/** A DOMException, or an error with its name. */
export const createError = (message: string, name: 'AbortError' | 'TimeoutError'): Error =>
  globalThis.DOMException ? new DOMException(message, name) : Object.assign(new Error(message), { name })

export const isBlob = (value: unknown): value is Blob => !!globalThis.Blob && value instanceof Blob

/** Whether the bodies of responses can be read as they arrive. Elsewhere `fetch` waits for their end. */
export const hasStreams = (): boolean => !!globalThis.TextDecoder && 'body' in (globalThis.Response?.prototype ?? {})

/** The origin of the page; nothing where there is none, as for a file. */
export const originOfPage = (): string | undefined => {
  // The types of servers have no page.
  const { location } = globalThis as { location?: { origin?: string } }
  return location?.origin?.replace(/^null$/, '')
}
