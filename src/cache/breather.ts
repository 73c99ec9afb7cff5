import { yieldToEventLoop } from '../eventLoop.ts'

/** For long work: lets the event loop serve others whenever the work has gone on for so many milliseconds. */
export const breather = (milliseconds: number) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < milliseconds) return
    await yieldToEventLoop()
    since = performance.now()
  }
}
