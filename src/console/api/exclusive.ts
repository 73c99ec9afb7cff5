import { yieldToEventLoop } from '../../eventLoop.ts'

/**
 * Creates a function that begins to use something that one task uses at a time. It returns the function that ends the use.
 * @param createError - creates the error of a task that comes while another one runs
 */
export const createExclusiveUse = (createError: () => Error) => {
  let isInUse = false
  return () => {
    if (isInUse) throw createError()
    isInUse = true
    return () => {
      isInUse = false
    }
  }
}

/**
 * Creates a function that runs one task at a time. A task whose client has disconnected ends soon, so the next one waits for it: a
 * client that changes what it asked for aborts its request, and sends another one at once.
 * @param createError - as for createExclusiveUse
 */
export const createExclusiveRun = (createError: () => Error) => {
  let running: { signal: AbortSignal | undefined; ended: Promise<unknown> } | undefined
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    // The end of the aborted connection may be handled in the same turn, after this request.
    if (running) await yieldToEventLoop()
    while (running?.signal?.aborted) await running.ended
    if (running) throw createError()
    const result = task()
    const current = { signal, ended: result.catch(() => {}) }
    running = current
    try {
      return await result
    } finally {
      running = undefined
    }
  }
}
