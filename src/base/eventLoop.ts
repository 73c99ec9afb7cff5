/** Resolves in the next turn of the event loop, after pending I/O has been handled. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Resolves after the I/O that waits now. It takes two turns, since the immediates of a turn run before it looks for I/O. */
export const waitForPendingIo = async () => {
  await yieldToEventLoop()
  await yieldToEventLoop()
}

/** The time of the first slice of work, in milliseconds: most searches of a small library end in it, and yield to nobody. */
const firstSliceMs = 1

/** The shortest time of the other slices, in milliseconds. */
const minSliceMs = 0.2

/** The longest time of a slice, in milliseconds. */
const maxSliceMs = 4

/**
 * All long work of the process takes turns, so that a turn of the event loop has one slice of it, however much there is. What is being sent
 * has a queue of its own: thousands of clients may receive long lists, and a slice of each would keep a search waiting.
 */
const queues: Record<'work' | 'sending', (() => void)[]> = { work: [], sending: [] }
const countWaiting = () => queues.work.length + queues.sending.length
let sliceEnd = 0
let lastYield = 0
let isSendingNext = false

/** Begins the first slice of work, unless other long work takes turns. */
export const startSlice = (): void => {
  if (countWaiting() === 0) sliceEnd = performance.now() + firstSliceMs
}

/**
 * Divides long work into slices: yields to the event loop if the current slice is over, and returns undefined if it is not. A slice
 * takes as long as all that ran since the slice before it, within the bounds: long work gets up to half of the time, and does not delay
 * others by much more than they delay each other.
 */
export const yieldIfDue = (): Promise<void> | undefined => (performance.now() >= sliceEnd ? waitForSlice() : undefined)

/** Resolves when a slice of long work may begin: in a turn of the event loop that has no other one. */
export const waitForSlice = (kind: keyof typeof queues = 'work') =>
  new Promise<void>((resolve) => {
    lastYield = performance.now()
    queues[kind].push(resolve)
    if (countWaiting() === 1) setImmediate(beginSlice)
  })

const beginSlice = () => {
  const now = performance.now()
  sliceEnd = now + Math.min(Math.max(now - lastYield, minSliceMs), maxSliceMs)
  isSendingNext = !isSendingNext
  const [first, second] = isSendingNext ? [queues.sending, queues.work] : [queues.work, queues.sending]
  const next = first.shift() ?? second.shift()
  next?.()
  if (countWaiting() > 0) setImmediate(beginSlice)
}
