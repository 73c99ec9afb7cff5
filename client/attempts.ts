import { ApiError } from './errors.ts'
import { createController, createError } from './runtime.ts'

/** The longest time that a timer has, in milliseconds. */
const maxTimeoutMs = 2_147_483_647

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
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> => {
  throwIfAborted(signal)
  if (timeoutMs === undefined && !signal) return run(undefined)
  const controller = createController()
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason)
      controller.abort(reason)
    }
    const abort = () => signal && end(reasonOf(signal))
    const timer =
      timeoutMs &&
      setTimeout(
        () => end(createError(`There was no response within ${timeoutMs} milliseconds.`, 'TimeoutError')),
        timeoutMs,
      )
    signal?.addEventListener('abort', abort)
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([run(controller.signal), stopped])
  } finally {
    stop()
  }
}

/** @throws TypeError for a value that is no number of milliseconds of a timer */
export const checkTimeout = (timeoutMs: number | undefined): void => {
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= maxTimeoutMs)) return
  throw new TypeError(`timeoutMs must be a number of milliseconds from 1 to ${maxTimeoutMs}.`)
}
