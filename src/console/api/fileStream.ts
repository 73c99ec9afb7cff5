import { errorStack } from '../../base/errors.ts'
import { waitForSlice } from '../../base/eventLoop.ts'
import { createFairShare } from '../../base/fairShare.ts'
import { TooManyDownloads } from '../../base/retryLater.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { logFailure } from '../../observability/log.ts'

export type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>

/** How many files are sent at a time. Each keeps what it has found in memory, for as long as its client reads. */
const maxDownloads = 64

/** The same for one account. */
const maxPerAccount = 4

export interface Downloads {
  /**
   * Responds with a file. A chunk is read when the client has taken those before it.
   * @param chunks - the first one is read before the response: a file that fails at its start is an error
   * @param onEnd - called when all is sent, or the client has gone
   * @throws TooManyDownloads
   */
  send(work: RequestWork, headers: Record<string, string>, chunks: Chunks, onEnd?: () => void): Promise<Response>
}

/** @param allowLongSend - raises the idle timeout of a connection while a long response is sent */
export const createDownloads = (allowLongSend: (request: Request) => void): Downloads => {
  const places = createFairShare({ total: maxDownloads, perClient: maxPerAccount })
  return {
    send: async (work, headers, chunks, onEnd = () => {}) => {
      const { request } = work
      // As for a GET. Without it, Bun would add a length of 0.
      if (request.method === 'HEAD')
        return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
      let cut = () => {}
      const place = places.take({ client: work.clients.join(), amount: 1, revoke: () => cut() })
      const end = () => {
        place?.release()
        onEnd()
      }
      try {
        if (!place) throw new TooManyDownloads()
        const first = await chunks.next()
        allowLongSend(request)
        const stream = streamOf(first, chunks, end)
        cut = stream.cut
        return new Response(stream.body, { headers })
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

const streamOf = (first: IteratorResult<Uint8Array<ArrayBuffer>>, chunks: Chunks, onEnd: () => void) => {
  let next: IteratorResult<Uint8Array<ArrayBuffer>> | undefined = first
  let hasEnded = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const end = () => {
    hasEnded = true
    onEnd()
  }
  // Without an error: Bun would print it, with lines of the source.
  const cut = () => {
    if (hasEnded) return
    end()
    controller.error()
    void chunks.return(undefined)
  }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (started) => {
      controller = started
    },
    pull: async () => {
      try {
        // A client that reads fast would keep others waiting.
        if (!next) await waitForSlice('sending')
        const { value, done } = next ?? (await chunks.next())
        next = undefined
        if (hasEnded) return
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        if (hasEnded) return
        logFailure('An export has failed midway, and its connection was closed.', { error: errorStack(error) })
        cut()
      }
    },
    cancel: async () => {
      end()
      await chunks.return(undefined)
    },
  })
  return { body, cut }
}
