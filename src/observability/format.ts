import type { LogRecord } from '@logtape/logtape'

/** One JSON object a line: time, level, message, and what belongs to it. */
export const formatJson = ({ timestamp, level, rawMessage, properties: { plain: _, ...told } }: LogRecord): string =>
  JSON.stringify({ time: new Date(timestamp).toISOString(), level, message: String(rawMessage), ...told })

/** For a person at a terminal: the message, with the time before it where it is of a moment. */
export const formatText = ({ timestamp, level, rawMessage, properties }: LogRecord): string => {
  const { error, id, plain } = properties as { error?: string; id?: string; plain?: boolean }
  if (plain) return String(rawMessage)
  const loud = level === 'info' ? '' : `${level.toUpperCase()} `
  return `${clock(timestamp)} ${loud}${rawMessage}${id ? ` ${id}` : ''}${error ? `\n${error}` : ''}`
}

const clock = (timestamp: number) => new Date(timestamp).toTimeString().slice(0, 8)

/** What a line about a request tells. */
export interface RequestLog {
  id: string
  method: string
  path: string
  status: number
  /** Milliseconds. */
  ms: number
}

let [written, since] = ['', 0]

/** Many requests come in the same millisecond. */
const timeOf = (now: number) => {
  if (now !== since) [written, since] = [new Date(now).toISOString(), now]
  return written
}

/** What `asJson` would make of it, in a tenth of the time: there is one of these for every request. */
export const formatRequestJson = ({ id, method, path, status, ms }: RequestLog): string => {
  const quoted = /["\\]/.test(path) ? JSON.stringify(path).slice(1, -1) : path
  return `{"time":"${timeOf(Date.now())}","level":"info","message":"${method} ${quoted} ${status}","id":"${id}","method":"${method}","path":"${quoted}","status":${status},"ms":${ms}}`
}

export const formatRequestText = ({ id, method, path, status, ms }: RequestLog): string =>
  `${clock(Date.now())} ${method} ${path} ${status} ${ms} ms ${id}`
