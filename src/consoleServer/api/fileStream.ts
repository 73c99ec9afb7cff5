import { errorStack } from '../../errors.ts'
import { logFailure } from '../../observability/log.ts'

export type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>

/**
 * Streams a file. It reads a chunk when the client has taken those before it.
 * @param first - the first chunk, which is read before the response: a file that fails at its start is an error
 * @param onEnd - called when all is sent, or the client has gone
 */
export const streamOf = (first: IteratorResult<Uint8Array<ArrayBuffer>>, chunks: Chunks, onEnd: () => void) => {
  let next: IteratorResult<Uint8Array<ArrayBuffer>> | undefined = first
  let hasClientGone = false
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { value, done } = next ?? (await chunks.next())
        next = undefined
        if (hasClientGone) return
        if (!done) return controller.enqueue(value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        if (hasClientGone) return
        logFailure('An export has failed midway, and its connection was closed.', { error: errorStack(error) })
        // Without the error: Bun would print it, with lines of the source.
        controller.error()
      }
    },
    cancel: async () => {
      hasClientGone = true
      onEnd()
      await chunks.return(undefined)
    },
  })
}
