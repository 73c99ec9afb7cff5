import { setTimeout } from 'node:timers/promises'

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

/** How long a task waits for one whose client may have disconnected, in milliseconds. */
const waitTimeoutMs = 1_000

/**
 * Creates a function that runs one task at a time. A task with the signal of a client ends soon after the client has disconnected. A
 * client that changes what it asked for aborts its request and sends another one at once, and the server may learn of the first later
 * than of the second. So the next task waits for a moment.
 * @param createError - as for createExclusiveUse
 */
export const createExclusiveRun = (createError: () => Error) => {
  let running: { signal: AbortSignal | undefined; ended: Promise<unknown> } | undefined
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const deadline = performance.now() + waitTimeoutMs
    while (running) {
      const restMs = deadline - performance.now()
      if (!running.signal || (!running.signal.aborted && restMs <= 0)) throw createError()
      const timeout = running.signal.aborted ? [] : [setTimeout(restMs, undefined, { ref: false })]
      await Promise.race([running.ended, ...timeout])
    }
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
