import { type Call, headersOf } from './http.ts'

/** A request as it goes over the wire, to a server at a URL. */
export const wire = (url: string, { method, path, ...rest }: Call): string => {
  const { host, pathname } = new URL(url)
  const body = rest.body ?? ''
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const headers = Object.entries({ host, ...headersOf({ method, path, ...rest }), ...length })
  return `${method} ${pathname}${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

export interface Line {
  /** Sends a request whose answer is short, and waits for it. @throws when it is no 200. */
  ask(): Promise<void>
  end(): void
}

/** A connection that sends one request as often as it is asked to: `fetch` itself would take longer than the server. */
export const connect = async (url: string, call: Call): Promise<Line> => {
  const text = wire(url, call)
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(url).port),
    socket: {
      data: (_, bytes) => {
        const first = bytes.subarray(0, 12).toString()
        if (first === 'HTTP/1.1 200') settle?.resolve()
        else settle?.reject(new Error(`answered ${first}`))
      },
      close: () => settle?.reject(new Error('the server closed the connection')),
    },
  })
  return {
    ask: () =>
      new Promise<void>((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(text)
        socket.flush()
      }),
    end: () => void socket.end(),
  }
}
