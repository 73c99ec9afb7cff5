import { yieldToEventLoop } from '../eventLoop.ts'
import { blobContent, type Content } from '../http/cachedResponse.ts'
import { type Bytes, pack, unpack, utf8 } from './bytes.ts'
import type { Assembled, Body, Piece } from './chunks.ts'

/** What a list is sent as. */
export const listContent = (list: Assembled): Content =>
  list.body ? bodyContent(list.body) : packedContent(list.pieces)

/**
 * Who asks first gets a copy of the bytes. When it is asked for again they become a Blob, which is sent without being
 * copied, but takes longer to make: its memory is new, and that of the bytes is used again by the next list.
 */
const bodyContent = (body: Body): Content => {
  let [asked, content]: [number, Content | undefined] = [0, undefined]
  const whole = () => {
    if (!content) {
      body.blob = new Blob([bytesOf(body)])
      body.bytes = undefined
      content = blobContent(body.blob)
    }
    return content
  }
  return {
    plain: () => (asked++ === 0 && !content ? bytesOf(body) : whole().plain()),
    coded: (coding) => whole().coded(coding),
    // What is compressed is a tenth or less; it is counted from the start.
    size: Math.ceil(body.size * 1.2),
  }
}

const bytesOf = ({ bytes, size }: Body) => {
  if (!bytes) throw new Error('These bytes are those of a later list.')
  return bytes.subarray(0, size)
}

/** A list that is kept packed is unpacked on the way, or sent as it is to who takes zstd. */
const packedContent = (pieces: Piece[]): Content => {
  const frames = pieces.flatMap(({ packed }) => packed ?? [])
  const opened = (frame: Bytes) => {
    const bytes = unpack(frame)
    bytes.set(utf8.encode('['))
    return bytes
  }
  const plain = function* () {
    for (const [at, frame] of frames.entries()) yield at === 0 ? opened(frame) : unpack(frame)
    yield utf8.encode(']')
  }
  const zstd = function* () {
    for (const [at, frame] of frames.entries()) yield at === 0 ? pack(opened(frame)) : frame
    yield pack(utf8.encode(']'))
  }
  return {
    plain: () => streamOf(plain()),
    coded: (coding) =>
      coding === 'zstd' ? streamOf(zstd()) : streamOf(plain()).pipeThrough(new CompressionStream('gzip')),
    size: frames.reduce((size, frame) => size + frame.length + 300, 0),
  }
}

/** How much is sent before others have their turn, in bytes: what takes a fraction of a millisecond. */
const portion = 65_536

const streamOf = (pieces: Iterator<Bytes>) =>
  new ReadableStream<Bytes>({
    pull: async (controller) => {
      // A stream that always has more at once would be read to its end before anybody else is served.
      await yieldToEventLoop()
      for (let size = 0; size < portion; ) {
        const { value, done } = pieces.next()
        if (done) return controller.close()
        controller.enqueue(value)
        size += value.length
      }
    },
  })
