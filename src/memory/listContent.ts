import { blobContent, type Content } from '../http/answer.ts'
import { type Bytes, pack, unpack, utf8 } from './bytes.ts'
import type { Assembled, Piece } from './pieces.ts'

/** What a list is sent as. */
export const listContent = (list: Assembled): Content => (list.packed ? packedContent(list.pieces) : looseContent(list))

/**
 * Who asks first gets the pieces one after the other, as they are. It is put together when it is asked for again: most
 * lists are then asked for many times, and a whole one is sent without being copied.
 */
const looseContent = (list: Assembled): Content => {
  const size = list.pieces.reduce((sum, piece) => sum + piece.size, 0)
  let [asked, joined]: [number, Content | undefined] = [0, undefined]
  const whole = () => {
    joined ??= blobContent(join(list))
    return joined
  }
  return {
    plain: () => (asked++ === 0 ? streamOf(inSteps(partsOf(list)), portion.asItIs) : whole().plain()),
    coded: (coding) => whole().coded(coding),
    // What is compressed is a tenth or less; it is counted from the start.
    size: Math.ceil(size * 1.2) + list.pieces.length * 150,
  }
}

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

/** How much is sent before others have their turn, in bytes: what takes a third of a millisecond. */
const portion = { asItIs: 1_048_576, unpacked: 262_144 }

/** Bytes of parts, a portion of a whole at a time. */
async function* inSteps(parts: (Blob | Bytes)[]): AsyncGenerator<Bytes> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part
    else {
      for (let at = 0; at < part.size; at += portion.asItIs) {
        yield new Uint8Array(await part.slice(at, at + portion.asItIs).arrayBuffer())
      }
    }
  }
}

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
    plain: () => streamOf(plain(), portion.unpacked),
    coded: (coding) =>
      coding === 'zstd'
        ? streamOf(zstd(), portion.unpacked)
        : streamOf(plain(), portion.unpacked).pipeThrough(new CompressionStream('gzip')),
    size: frames.reduce((size, frame) => size + frame.length + 300, 0),
  }
}

const streamOf = (pieces: Iterable<Bytes> | AsyncIterable<Bytes>, portion: number) => {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      // A stream that always has more at once would be read to its end before anybody else is served.
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (let size = 0; size < portion; ) {
        const { value, done } = await iterator.next()
        if (done) return controller.close()
        controller.enqueue(value)
        size += value.length
      }
    },
  })
}
