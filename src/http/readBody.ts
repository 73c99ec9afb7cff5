import { BodyTimeout, ChunksTooSmall, MalformedBody, PayloadTooLarge, UnsupportedMediaType } from '../base/errors.ts'
import { waitForSlice, yieldToEventLoop } from '../base/eventLoop.ts'
import { BodyMemoryFull } from '../base/retryLater.ts'

/** A request whose body is read; after a guard, with its caller. */
export interface BodyContext {
  request: Request
  caller?: { user: { id: number; role: { name: string } } }
  /** Checks the caller again. @throws what the guard throws */
  checkAccess?: () => Promise<void>
}

export interface BodyLimits {
  maxBytes: number
  /** How long a body may take to arrive, from the time when the server starts to read it, in milliseconds. */
  timeoutMs: number
  /**
   * Takes memory for a number of bytes of a body, until it is released. Returns undefined if there is none. Calls
   * `revoke` if another request takes the memory away.
   */
  takeMemory: (context: BodyContext, bytes: number, revoke: () => void) => { release(): void } | undefined
  /** Whether the body need not be declared as JSON. */
  takesAnyType?: boolean
  /** Called for each chunk. With it, memory is taken for the bytes that have arrived, and not at once for the whole length. */
  onChunk?: () => void
}

/** Takes memory for a number of further bytes. @throws BodyMemoryFull */
type Hold = (bytes: number) => void

/**
 * The first bytes of each body are not counted: they take no more memory than their connection. So logins and most writes
 * are never rejected for the bodies of others.
 */
const uncountedBytes = 4_096

/** One longer body is parsed in each turn of the event loop, in bytes: 1 MiB of JSON may take 80 ms. */
const longBodyBytes = 32_768

/**
 * How many chunks a body may have: a number, and one more for each of these bytes. Each chunk takes a microsecond of CPU
 * time, so a body of single bytes would keep the server busy for more than a second.
 */
const [freeChunks, bytesPerChunk] = [10_000, 64]

/**
 * Reads the body of a request, which is declared as JSON, and passes its bytes to `parse`. They count as used memory until `parse` returns.
 * @throws MalformedBody, UnsupportedMediaType, PayloadTooLarge, ChunksTooSmall, BodyTimeout, BodyMemoryFull; bytes that
 * arrive afterwards are discarded
 */
export const readBody = async <T>(
  context: BodyContext,
  { maxBytes, timeoutMs, takeMemory, takesAnyType = false, onChunk }: BodyLimits,
  parse: (bytes: Uint8Array) => T,
): Promise<T> => {
  const holdings: { release(): void }[] = []
  let timer: Timer | undefined
  let hasEnded = false
  const arrived = new Promise<Uint8Array>((resolve, reject) => {
    timer = setTimeout(() => reject(new BodyTimeout('The body took too long to arrive.')), timeoutMs)
    const hold: Hold = (bytes) => {
      const holding = hasEnded ? undefined : takeMemory(context, bytes, () => reject(new BodyMemoryFull()))
      if (!holding) throw new BodyMemoryFull()
      holdings.push(holding)
    }
    readBytes(context.request, { maxBytes, takesAnyType, hold, onChunk }).then(resolve, reject)
  })
  try {
    const bytes = await arrived
    if (bytes.length > longBodyBytes) await waitForSlice()
    return parse(bytes)
  } finally {
    hasEnded = true
    clearTimeout(timer)
    for (const holding of holdings) holding.release()
  }
}

interface Reading {
  maxBytes: number
  takesAnyType: boolean
  hold: Hold
  onChunk: (() => void) | undefined
}

/** @throws what is wrong with the headers of the body, at once */
const readBytes = (request: Request, reading: Reading): Promise<Uint8Array> => {
  const { maxBytes, takesAnyType, hold, onChunk } = reading
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && request.body === null)) return Promise.resolve(new Uint8Array())
  if (Number(length) > maxBytes) throw payloadTooLarge(maxBytes)
  // Bun enforces a Content-Length, so only a chunked body has to be counted.
  if (length === null) return readChunkedBody(request, new Uint8Array(), reading)
  requireType(request.headers, takesAnyType)
  // The system gives memory to a buffer only where it is written.
  if (onChunk) return readChunkedBody(request, new Uint8Array(Number(length)), { ...reading, maxBytes: Number(length) })
  if (Number(length) > uncountedBytes) hold(Number(length) - uncountedBytes)
  return request.bytes().catch(throwIncompleteBody)
}

/**
 * Copies the chunks into one buffer: a chunk may be a single byte, and an object for each would take 500 times as much.
 * @param buffer - takes the chunks, and is replaced by larger ones
 */
const readChunkedBody = async (
  request: Request,
  buffer: Uint8Array<ArrayBuffer>,
  { maxBytes, takesAnyType, hold, onChunk }: Reading,
) => {
  let held = uncountedBytes
  let size = 0
  let chunks = 0
  const reader = (request.body ?? new Blob().stream()).getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(throwIncompleteBody)
    if (done) break
    // Without a Content-Length, only the first chunk proves that the body is not empty, and so must be JSON.
    if (size === 0) requireType(request.headers, takesAnyType)
    const newSize = size + value.length
    if (newSize > maxBytes) throw payloadTooLarge(maxBytes)
    if (++chunks > freeChunks + newSize / bytesPerChunk) throw new ChunksTooSmall()
    if (newSize > held) {
      const larger = Math.min(maxBytes, Math.max(newSize, 2 * held))
      hold(larger - held)
      held = larger
    }
    if (newSize > buffer.length) buffer = copyInto(new Uint8Array(Math.min(maxBytes, held)), buffer)
    buffer.set(value, size)
    size = newSize
    onChunk?.()
  }
  // Bun delivers the last chunk before it parses what follows, and aborts the request if that is malformed.
  await yieldToEventLoop()
  if (request.signal.aborted) throwIncompleteBody()
  return buffer.subarray(0, size)
}

const copyInto = (target: Uint8Array<ArrayBuffer>, source: Uint8Array) => {
  target.set(source)
  return target
}

const throwIncompleteBody = () => {
  throw new MalformedBody('The body broke off before its end.')
}

const payloadTooLarge = (maxBytes: number) => new PayloadTooLarge(`The body is larger than ${maxBytes} bytes.`)

const requireType = (headers: Headers, takesAnyType: boolean) => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new UnsupportedMediaType('Send the body without a content encoding.')
  if (!takesAnyType && type !== 'application/json' && !/^application\/[^/\s]+\+json$/.test(type)) {
    throw new UnsupportedMediaType('Send the body as application/json.')
  }
}
