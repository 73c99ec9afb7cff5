import { fstatSync } from 'node:fs'
import { escapeControls } from '../base/visibleText.ts'

/** In ascending order. */
export const levels = ['debug', 'info', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

/** `auto` means text at a terminal, and JSON otherwise. */
export const formats = ['auto', 'json', 'text'] as const
export type Format = (typeof formats)[number]

/** An entry of the log. */
export interface LogEntry {
  /** In milliseconds since 1970. */
  timestamp: number
  level: Level
  message: string
  details: Record<string, unknown>
  /** Whether the server says it about itself: text at a terminal shows only the message. */
  isAnnouncement?: boolean
}

/** Formats an entry as a JSON object on one line: time, level, message, and the entry's details. */
export const formatJson = ({ timestamp, level, message, details }: LogEntry): string =>
  escapeControls(JSON.stringify({ time: new Date(timestamp).toISOString(), level, message, ...details }))

/**
 * Formats an entry for a terminal: time of day, level unless it is info, and message. An announcement is its message
 * alone. The lines of a stack are indented, so that none of them looks like an entry.
 */
export const formatText = ({ timestamp, level, message, details, isAnnouncement }: LogEntry): string => {
  const escaped = escapeControls(message)
  if (isAnnouncement) return escaped
  const { error, id } = details as { error?: string; id?: string } // as `logFailure` gives them
  const label = level === 'info' ? '' : `${level.toUpperCase()} `
  const stack = error ? error.split('\n').map((line) => `\n  ${escapeControls(line)}`) : []
  return `${timeOfDay(timestamp)} ${label}${escaped}${id ? ` ${id}` : ''}${stack.join('')}`
}

const timeOfDay = (timestamp: number) => new Date(timestamp).toTimeString().slice(0, 8)

/** The log entry of a request. */
export interface RequestLog {
  id: string
  method: string
  /** Without control characters. */
  path: string
  status: number
  /** The time from request to response, in milliseconds. */
  ms: number
}

let [isoTime, isoTimeOf] = ['', 0]

/** Reuses the last result, since many requests come in the same millisecond. */
const formatIsoTime = (timestamp: number) => {
  if (timestamp !== isoTimeOf) [isoTime, isoTimeOf] = [new Date(timestamp).toISOString(), timestamp]
  return isoTime
}

/** Does the same as `formatJson` in a tenth of the time, since every request has an entry. */
export const formatRequestJson = ({ id, method, path, status, ms }: RequestLog, level: string): string => {
  const quotedPath = /["\\]/.test(path) ? JSON.stringify(path).slice(1, -1) : path
  return `{"time":"${formatIsoTime(Date.now())}","level":"${level}","message":"${method} ${quotedPath} ${status}","id":"${id}","method":"${method}","path":"${quotedPath}","status":${status},"ms":${ms}}`
}

export const formatRequestText = ({ id, method, path, status, ms }: RequestLog): string =>
  `${timeOfDay(Date.now())} ${method} ${path} ${status} ${ms} ms ${id}`

/**
 * Whether a file descriptor leads to the journal of systemd, which names its stream in JOURNAL_STREAM
 * (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html).
 */
export const isJournal = (descriptor: number): boolean => {
  const stream = process.env.JOURNAL_STREAM
  if (stream === undefined) return false
  const { dev, ino } = fstatSync(descriptor)
  return stream === `${dev}:${ino}`
}

/** The priorities of syslog. The journal takes them from the beginning of a line, and removes them there. */
const priorities: Record<string, number> = { error: 3, warning: 4, info: 6, debug: 7 }

/** Adds the priority of a level to each line of a text, so that `journalctl -p warning` finds it. */
export const addPriority = (text: string, level: string): string =>
  text.replaceAll(/^/gm, `<${priorities[level] ?? 6}>`)
