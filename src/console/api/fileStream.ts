import { errorStack } from '../../base/errors.ts'
import { waitForSlice } from '../../base/eventLoop.ts'
import { TooManyDownloads } from '../../base/retryLater.ts'
import { createScheduler, type Holding, type SchedulerOptions } from '../../base/scheduler.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { logFailure } from '../../observability/log.ts'
import { createSlowDownloads, type RunningDownload } from './slowDownloads.ts'

export type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>

/** How many files are sent at a time. Each keeps what it has found in memory, for as long as its client reads. */
const capacity = 64

/** Others wait for a moment, so that it is not by chance who has the next place. */
export const downloadPlaces: SchedulerOptions = {
  capacity,
  perAccount: 4,
  // One place stays for others.
  perAdmin: capacity - 1,
  maxWaiting: 200,
  timeoutMs: 10_000,
}

/** The headers of a file that is made now, as the day in its name says. */
export const fileHeaders = (type: string, name: string, extension: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${extension}"`,
})

/** How often slow clients are looked for while others wait, in milliseconds. */
const slowCheckMs = 5_000

export type Downloads = ReturnType<typeof createDownloads>

/** @param allowLongSend - raises the idle timeout of a connection while a long response is sent */
export const createDownloads = (allowLongSend: (request: Request) => void) => {
  const scheduler = createScheduler(downloadPlaces, () => new TooManyDownloads())
  const running = new Set<RunningDownload>()
  const slow = createSlowDownloads(running)

  /** @throws TooManyDownloads */
  const takePlace = async (work: RequestWork): Promise<Holding> => {
    if (!scheduler.isWithinCap(work.owner, 1)) throw new TooManyDownloads()
    if (scheduler.hasRoom(1)) return scheduler.acquire(work)
    slow.endOne()
    const timer = setInterval(slow.endOne, slowCheckMs).unref()
    try {
      return await scheduler.acquire(work)
    } catch (error) {
      if (error instanceof TooManyDownloads) slow.noteRejection()
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  return {
    /**
     * Responds with a file. A chunk is read when the client has taken those before it.
     * @param chunks - the first one is read before the response: a file that fails at its start is an error
     * @param onEnd - called when all is sent, or the client has gone
     * @throws TooManyDownloads
     */
    send: async (work: RequestWork, headers: Record<string, string>, chunks: Chunks, onEnd = () => {}) => {
      const { request } = work
      // As for a GET. Without it, Bun would add a length of 0.
      if (request.method === 'HEAD')
        return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
      const download: RunningDownload = { site: work.owner.site, bytes: 0, cut: () => {} }
      let place: Holding | undefined
      const end = () => {
        running.delete(download)
        place?.release()
        onEnd()
      }
      try {
        place = await takePlace(work)
        const first = await chunks.next()
        allowLongSend(request)
        running.add(download)
        return new Response(streamOf(first, chunks, download, end), { headers })
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

/** Makes the stream of a file, and sets how it is cut. */
const streamOf = (
  first: IteratorResult<Uint8Array<ArrayBuffer>>,
  chunks: Chunks,
  download: RunningDownload,
  onEnd: () => void,
) => {
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
  download.cut = cut
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
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
        if (!done) {
          download.bytes += value.length
          return controller.enqueue(value)
        }
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
}
