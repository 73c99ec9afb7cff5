import { connect } from 'node:net'

/** A TCP connection on which a test writes a request byte by byte. */
export interface RawConnection extends Disposable {
  write(text: string): void
  /** Writes, and returns when everything was handed over to the system. */
  send(text: string): Promise<void>
  /** What the server has sent so far. */
  readonly received: string
  /** All that the server has sent, once it has closed the connection. */
  closed: Promise<string>
  /** Closes the connection at once. */
  disconnect(): void
}

/** @param localAddress - the address of this machine from which it is opened, such as 127.0.0.2 */
export const openRawConnection = async (url: string, localAddress?: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
  let received = ''
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  // Without a listener, an error would end the test. 'close' follows each error.
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const disconnect = () => void socket.destroy()
  return {
    write: (text) => void socket.write(text),
    send: (text) => new Promise((resolve) => socket.write(text, () => resolve())),
    get received() {
      return received
    },
    closed,
    disconnect,
    [Symbol.dispose]: disconnect,
  }
}
