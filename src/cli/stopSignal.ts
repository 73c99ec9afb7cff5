/** Process managers may pass on a signal that the process has received already. Such a repetition is ignored. */
const repetitionMs = 500

/** A signal that aborts at the first SIGINT or SIGTERM. A second one ends the process at once, with exit code 1. */
export const createStopSignal = (onStop: () => void): AbortSignal => {
  const controller = new AbortController()
  let firstAt: number | undefined
  const stop = () => {
    if (firstAt !== undefined && performance.now() - firstAt > repetitionMs) process.exit(1)
    if (firstAt !== undefined) return
    firstAt = performance.now()
    onStop()
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

/** Resolves when the signal aborts; at once if it has. */
export const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
