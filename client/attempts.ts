import { ApiError, type RequestLine } from './errors.ts'
import { createController, createError } from './runtime.ts'

const reasonOf = (signal: AbortSignal) => signal.reason ?? createError('This operation was aborted', 'AbortError')

/** Throws the reason of a signal that is aborted. Older runtimes have neither its `throwIfAborted` nor a reason. */
export const throwIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw reasonOf(signal)
}

/** Resolves after a time in milliseconds, or as soon as the signal is aborted. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    signal?.addEventListener('abort', end)
  })

/** Whether another attempt may succeed: the server is away, stops, or is busy. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500

/** How long to wait before another attempt, in milliseconds. Not all clients of a server that has stopped come back at once. */
export const delayAfter = (error: unknown, usualMs: number): number =>
  Math.max(((error as ApiError | undefined)?.retryAfter ?? 0) * 1_000, usualMs * (0.5 + Math.random()))

/**
 * Runs a function until it is done, its signal is aborted, or a time is over. A `fetch` of the caller may ignore the signal.
 * @throws DOMException with the name TimeoutError
 */
export const withTimeout = async <Result>(
  { method, url }: RequestLine,
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> => {
  throwIfAborted(signal)
  if (timeoutMs === undefined && !signal) return run(undefined)
  const controller = createController()
  let end = (_: unknown) => {}
  const stopped = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const abort = () => signal && end(reasonOf(signal))
  const expire = () =>
    end(createError(`${method} ${url}: there was no response within ${timeoutMs} milliseconds.`, 'TimeoutError'))
  const timer = timeoutMs && setTimeout(expire, timeoutMs)
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([run(controller.signal), stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
