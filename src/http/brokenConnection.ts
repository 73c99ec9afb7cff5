const brokenRequests = new WeakSet<Request>()

/** Notes that the connection of a request breaks in place of a response. */
export const markBroken = (request: Request): void => void brokenRequests.add(request)

export const isBroken = (request: Request): boolean => brokenRequests.has(request)

/** How long before a reset the last bytes are sent, in milliseconds. */
const flushMs = 250

/** What `fetch` throws for a connection that has broken. */
export const connectionLost = (): TypeError =>
  Object.assign(new TypeError('The connection was closed unexpectedly.'), { code: 'ECONNRESET' })

/**
 * Lets a response break off after a number of bytes of its body, or after all of it if there are less. Bun resets the connection of a stream that
 * fails. It prints the reason, unless that is undefined.
 * @param reasonOf - creates the reason for who reads the body
 */
export const breakAfter = (response: Response, maxBytes: number, reasonOf: () => unknown): Response => {
  const reader = response.body?.getReader()
  let left = maxBytes
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const value = left > 0 ? (await reader?.read())?.value : undefined
        if (value) {
          controller.enqueue(value.subarray(0, left))
          left -= value.length
          return
        }
        void reader?.cancel()
        // A reset discards what is on its way.
        if (maxBytes > 0) await Bun.sleep(flushMs)
        controller.error(reasonOf())
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    // What is in the queue when the stream fails is not sent.
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}
