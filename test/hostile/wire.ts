import type { Socket } from 'bun'

/** One answer, as it came. */
export interface Reply {
  status: number
  /** The lines of its headers, in lower case. */
  head: string
  body: string
  /** It answers a HEAD, and so has no body. */
  toHead: boolean
}

/** How long anything may take that has to happen, in milliseconds. */
const most = 20_000

/** A connection on which anything at all can be said. */
export class Wire implements Disposable {
  readonly replies: Reply[] = []
  closed = false
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #unsent = Buffer.alloc(0)
  #finishing = false
  #bodiless = false
  #wake = () => {}

  /** @throws when nobody listens there */
  static async open(port: number): Promise<Wire> {
    const wire = new Wire()
    wire.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_, bytes) => wire.#take(bytes),
        drain: () => wire.#flush(),
        close: () => wire.#end(),
        // A connection that the other side resets is a closed one.
        error: () => wire.#end(),
      },
    })
    return wire
  }

  send(bytes: string | Uint8Array): void {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes)
    // What answers a HEAD tells a length without a body.
    if (this.#unsent.length === 0 && buffer.subarray(0, 5).toString('latin1') === 'HEAD ') this.#bodiless = true
    this.#unsent = this.#unsent.length === 0 ? buffer : Buffer.concat([this.#unsent, buffer])
    this.#flush()
  }

  /** Says that nothing more will come, once all is sent. */
  finish(): void {
    this.#finishing = true
    this.#flush()
  }

  /** Waits until something holds, or the other side has closed. @throws when neither happens in time */
  async until(holds: () => boolean): Promise<void> {
    const deadline = performance.now() + most
    while (!this.closed && !holds()) {
      const left = deadline - performance.now()
      if (left <= 0) throw new Error(`there was neither an answer nor an end for ${most / 1000} seconds`)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, left)
      this.#wake = resolve
      await promise
      clearTimeout(timer)
    }
  }

  stopReading(): void {
    this.#socket?.pause()
  }

  /** Goes away without a word. */
  [Symbol.dispose](): void {
    this.#socket?.terminate()
  }

  #flush() {
    if (!this.#socket || this.closed) return
    if (this.#unsent.length > 0) this.#unsent = this.#unsent.subarray(Math.max(this.#socket.write(this.#unsent), 0))
    if (this.#finishing && this.#unsent.length === 0) this.#socket.end()
  }

  #take(bytes: Uint8Array) {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      if (end < 0) break
      const head = this.#received.subarray(0, end).toString('latin1').toLowerCase()
      const status = Number(head.split(' ')[1])
      const length = this.#bodiless ? 0 : Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0)
      const start = end + 4
      if (this.#received.length < start + length) break
      const body = this.#received.subarray(start, start + length).toString()
      this.#received = this.#received.subarray(start + length)
      // 100 is not the answer yet.
      if (status !== 100) this.replies.push({ status, head, body, toHead: this.#bodiless })
    }
    this.#wake()
  }

  #end() {
    this.closed = true
    this.#wake()
  }
}
