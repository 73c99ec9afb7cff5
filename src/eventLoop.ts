/** Resolves in the next turn of the event loop, after pending I/O has been handled. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Divides long work into slices. The returned function is awaited between steps of the work: it yields to the event loop
 * when the current slice has taken `sliceMs` milliseconds.
 */
export const createYielder = (sliceMs: number) => {
  let sliceStart = performance.now()
  return async () => {
    if (performance.now() - sliceStart < sliceMs) return
    await yieldToEventLoop()
    sliceStart = performance.now()
  }
}
