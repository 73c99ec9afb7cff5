import type { Socket } from 'bun'

/** One response, as the server sent it. */
export interface RawResponse {
  status: number
  /** The status line and the headers, in lower case. */
  head: string
  body: string
  /** The response is to a HEAD request, and therefore has no body. */
  isHeadResponse: boolean
}

/** The longest wait for a response or a close, in milliseconds. */
const waitTimeoutMs = 20_000

/** A TCP connection that sends arbitrary bytes, and parses the responses that arrive. */
export class RawConnection implements Disposable {
  readonly responses: RawResponse[] = []
  closed = false
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #unsent = Buffer.alloc(0)
  #endAfterFlush = false
  #sentHeadRequest = false
  #wake = () => {}

  /** @throws when nothing listens on the port */
  static async open(port: number): Promise<RawConnection> {
    const connection = new RawConnection()
    connection.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_, bytes) => connection.#receive(bytes),
        drain: () => connection.#flush(),
        close: () => connection.#markClosed(),
        // A connection that the server resets counts as closed.
        error: () => connection.#markClosed(),
      },
    })
    return connection
  }

  /** Sends bytes; a string is encoded as Latin-1. */
  send(bytes: string | Uint8Array): void {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes)
    // The response to a HEAD request has a Content-Length and no body.
    if (this.#unsent.length === 0 && buffer.subarray(0, 5).toString('latin1') === 'HEAD ') this.#sentHeadRequest = true
    this.#unsent = this.#unsent.length === 0 ? buffer : Buffer.concat([this.#unsent, buffer])
    this.#flush()
  }

  /** Closes the sending side, once all bytes are sent. Responses still arrive. */
  endSending(): void {
    this.#endAfterFlush = true
    this.#flush()
  }

  /** Waits until the condition holds or the server has closed the connection. @throws after `waitTimeoutMs` */
  async waitFor(condition: () => boolean): Promise<void> {
    const deadline = performance.now() + waitTimeoutMs
    while (!this.closed && !condition()) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) throw new Error(`neither a response nor a close within ${waitTimeoutMs / 1000} seconds`)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, remainingMs)
      this.#wake = resolve
      await promise
      clearTimeout(timer)
    }
  }

  /** Waits until the server has closed the connection. @throws after `waitTimeoutMs` */
  waitForClose(): Promise<void> {
    return this.waitFor(() => false)
  }

  stopReading(): void {
    this.#socket?.pause()
  }

  /** Closes the connection at once, whether or not a request is in flight. */
  [Symbol.dispose](): void {
    this.#socket?.terminate()
  }

  #flush() {
    if (!this.#socket || this.closed) return
    // write() returns -1 for a socket that is closing.
    if (this.#unsent.length > 0) this.#unsent = this.#unsent.subarray(Math.max(this.#socket.write(this.#unsent), 0))
    if (this.#endAfterFlush && this.#unsent.length === 0) this.#socket.end()
  }

  #receive(bytes: Uint8Array) {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n')
      if (headEnd < 0) break
      const head = this.#received.subarray(0, headEnd).toString('latin1').toLowerCase()
      const status = Number(head.split(' ')[1])
      const length = this.#sentHeadRequest ? 0 : Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0)
      const bodyStart = headEnd + '\r\n\r\n'.length
      if (this.#received.length < bodyStart + length) break
      const body = this.#received.subarray(bodyStart, bodyStart + length).toString()
      this.#received = this.#received.subarray(bodyStart + length)
      // 100 Continue precedes the response.
      if (status !== 100) this.responses.push({ status, head, body, isHeadResponse: this.#sentHeadRequest })
    }
    this.#wake()
  }

  #markClosed() {
    this.closed = true
    this.#wake()
  }
}
