import { blobContent, type Content } from '../http/answer.ts'
import { type Bytes, pack, unpack, utf8 } from './bytes.ts'
import type { Assembled, Piece } from './pieces.ts'

/** What a list is sent as: whole, or unpacked on the way. */
export const listContent = (list: Assembled): Content =>
  list.packed ? packedContent(list.pieces) : blobContent(join(list))

/** Puts the pieces together, and notes where each of them is. */
const join = (list: Assembled): Blob => {
  const whole = new Blob(partsOf(list))
  let start = 0
  for (const piece of list.pieces) {
    piece.start = start
    piece.bytes = undefined
    start += piece.size
  }
  list.whole = whole
  return whole
}

/** What a list consists of, from bracket to bracket. Neighbours in an earlier whole stay together. */
const partsOf = ({ pieces, whole }: Assembled): (Blob | Bytes)[] => {
  const parts: (Blob | Bytes)[] = []
  let [from, to] = [0, 0]
  const take = () => {
    if (whole && to > from) parts.push(whole.slice(from, to))
    from = to = 0
  }
  let separator = opening
  for (const { bytes, start, size } of pieces) {
    if (size === 0) continue
    if (!bytes && to > 0 && to === start) to += size
    else {
      take()
      parts.push(separator)
      if (bytes) parts.push(bytes.subarray(1))
      else [from, to] = [start + 1, start + size]
    }
    separator = comma
  }
  take()
  return [...parts, ...(parts.length === 0 ? [opening] : []), closing]
}

const [opening, comma, closing] = [utf8.encode('['), utf8.encode(','), utf8.encode(']')]

/** A list that is kept packed is unpacked on the way, or sent as it is to who takes zstd. */
const packedContent = (pieces: Piece[]): Content => {
  const frames = pieces.flatMap(({ packed }) => packed ?? [])
  const opened = (frame: Bytes) => {
    const bytes = unpack(frame)
    bytes.set(opening)
    return bytes
  }
  const plain = function* () {
    for (const [at, frame] of frames.entries()) yield at === 0 ? opened(frame) : unpack(frame)
    yield closing
  }
  const zstd = function* () {
    for (const [at, frame] of frames.entries()) yield at === 0 ? pack(opened(frame)) : frame
    yield pack(closing)
  }
  return {
    plain: () => streamOf(plain()),
    coded: (coding) =>
      coding === 'zstd' ? streamOf(zstd()) : streamOf(plain()).pipeThrough(new CompressionStream('gzip')),
    size: frames.reduce((size, frame) => size + frame.length + 300, 0),
  }
}

/** How much is sent before others have their turn, in bytes: what takes a third of a millisecond. */
const portion = 262_144

const streamOf = (pieces: Iterator<Bytes>) =>
  new ReadableStream<Bytes>({
    pull: async (controller) => {
      // A stream that always has more at once would be read to its end before anybody else is served.
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (let size = 0; size < portion; ) {
        const { value, done } = pieces.next()
        if (done) return controller.close()
        controller.enqueue(value)
        size += value.length
      }
    },
  })
