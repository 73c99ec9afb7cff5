import { type ApiRequest, formatRequest } from './http.ts'

export interface RawConnection {
  /** Sends the request and waits for its response, which must fit one packet. @throws when the status is not 200. */
  send(): Promise<void>
  end(): void
}

/** Opens a connection that repeats one request. `fetch` would take longer than the server. */
export const connect = async (url: string, request: ApiRequest): Promise<RawConnection> => {
  const text = formatRequest(url, request)
  let pending: { resolve: () => void; reject: (error: Error) => void } | undefined
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(url).port),
    socket: {
      data: (_, bytes) => {
        const statusLine = bytes.subarray(0, 12).toString()
        if (statusLine === 'HTTP/1.1 200') pending?.resolve()
        else pending?.reject(new Error(`the response began with ${statusLine}`))
      },
      close: () => pending?.reject(new Error('the server closed the connection')),
    },
  })
  return {
    send: () =>
      new Promise<void>((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(text)
        socket.flush()
      }),
    end: () => void socket.end(),
  }
}
