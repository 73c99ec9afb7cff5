import type { Readable, Writable } from 'node:stream'
import { type Deferred, deferred } from './deferred.ts'

/** The requests of a process to a server that it has started with `--control`. */
export interface Control {
  /** Resolves with the URL of the server, without a path, when it listens. */
  readonly ready: Promise<string>
  /** @throws Error with the message of the server, and when the server has exited */
  request(method: string, members?: object): Promise<unknown>
  /** Rejects what waits for the server, which has exited, and all later requests. */
  end(reason: Error): void
}

/** What every server prints, and no other program. */
export const expected = 'has to be the executable of music-library.'

/** How much of a line of another program is quoted, in characters. */
const maxQuoted = 100

interface Message {
  ready?: { origin: string }
  id?: number
  result?: unknown
  error?: string
}

/**
 * Speaks lines of JSON with a server, as docs/testing-with-it.md describes. Only a request that waits keeps the program running.
 * @param file - the executable, for the error that it is another program
 */
export const createControl = (input: Writable, output: Readable, file: string): Control => {
  const ready = deferred<string>()
  const waiting = new Map<number, Deferred<unknown>>()
  let lastId = 0
  let ended: Error | undefined

  const settle = ({ id = 0, result, error }: Message) => {
    const request = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) setReferenced(output, false)
    if (error === undefined) request?.resolve(result)
    else request?.reject(new Error(error))
  }
  const receive = (line: string) => {
    const message = parseMessage(line)
    if (!message) end(new Error(`The server has printed "${line.slice(0, maxQuoted)}". ${file} ${expected}`))
    else if (message.ready) ready.resolve(message.ready.origin)
    else settle(message)
  }
  let parts: string[] = []
  output.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n')
    parts.push(first)
    for (const next of others) {
      receive(parts.join(''))
      parts = [next]
    }
  })
  const end = (reason: Error) => {
    if (ended) return
    ended = reason
    ready.reject(reason)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  // Who has the promise sees the error. Where nobody waits for it, it is none.
  ready.promise.catch(() => {})

  return {
    ready: ready.promise,
    request: (method, members) => {
      if (ended) return Promise.reject(ended)
      const id = ++lastId
      const response = deferred<unknown>()
      waiting.set(id, response)
      setReferenced(output, true)
      input.write(`${JSON.stringify({ id, method, ...members })}\n`)
      return response.promise
    },
    end,
  }
}

const parseMessage = (line: string): Message | undefined => {
  try {
    return JSON.parse(line)
  } catch {
    // Another program has printed it.
    return
  }
}

/** The streams of a child are sockets, which can be left out of the event loop, though their types don't say so. */
export const setReferenced = (stream: unknown, isReferenced: boolean): void => {
  const socket = stream as { ref?: () => void; unref?: () => void } | null
  if (isReferenced) socket?.ref?.()
  else socket?.unref?.()
}
