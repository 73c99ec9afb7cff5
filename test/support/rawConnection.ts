import { connect } from 'node:net'

/** A connection on which a test says exactly what it wants. */
export interface Raw extends Disposable {
  write(text: string): void
  /** Waits until the server has closed the connection, and gives all that came. */
  closed: Promise<string>
  /** Leaves without a word. */
  leave(): void
}

export const raw = async (url: string): Promise<Raw> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let got = ''
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(got)))
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    got += bytes.toString('latin1')
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  return {
    write: (text) => void socket.write(text),
    closed,
    leave: () => void socket.destroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
