import { fstatSync } from 'node:fs'
import { configure, getLogger, reset } from '@logtape/logtape'
import { formatJson, formatRequestJson, formatRequestText, formatText, type RequestLog } from './format.ts'
import { createStdoutSink } from './stdoutSink.ts'

/** In ascending order. */
export const levels = ['debug', 'info', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

/** `auto` means text at a terminal, and JSON otherwise. */
export const formats = ['auto', 'json', 'text'] as const
export type Format = (typeof formats)[number]

/** The server's log. Without `startLog`, in a program that embeds the server, only unexpected errors are printed. */
export const log = getLogger('music-library')

let isStarted = false

/** Logs an unexpected error with its stack, and with the id of the request in which it occurred. */
export const logFailure = (message: string, details: { id?: string; error: string }): void => {
  if (isStarted) log.error(message, details)
  else console.error(`music-library: ${message}\n${details.error}`)
}

let writeRequest: ((request: RequestLog, level: Level) => void) | undefined

/** Logs one line about a request. */
export const logRequest = (request: RequestLog, level: 'debug' | 'info'): void => writeRequest?.(request, level)

/** Logs what the server says about itself. Text at a terminal shows only the message. */
export const announce = (message: string, details: Record<string, unknown> = {}) =>
  log.info(message, { ...details, isAnnouncement: true })

/** Logs an address at which the server listens, whatever the lowest level is: without it, a free port is not known. */
export const announceAddress = (message: string, details: Record<string, unknown> = {}) =>
  getLogger(['music-library', 'address']).info(message, { ...details, isAnnouncement: true })

// `process.stdout.isTTY` would tell as well, but takes milliseconds to set up the stream.
const isTerminal = () => fstatSync(1).isCharacterDevice()

/**
 * Sends the log to standard output: as text or JSON lines.
 * @param minLevel - entries below this level are dropped
 * @returns a function that writes the remaining entries, and stops the log
 */
export const startLog = async (minLevel: Level, format: Format): Promise<() => Promise<void>> => {
  const sink = createStdoutSink()
  const isText = format === 'text' || (format === 'auto' && isTerminal())
  const [formatRecord, formatRequest] = isText ? [formatText, formatRequestText] : [formatJson, formatRequestJson]
  const loggedLevels = levels.slice(levels.indexOf(minLevel))
  writeRequest = (request, level) => {
    if (loggedLevels.includes(level)) sink.line(formatRequest(request, level))
  }
  await configure({
    sinks: { stdout: (record) => sink.line(formatRecord(record)) },
    loggers: [
      { category: 'music-library', lowestLevel: minLevel, sinks: ['stdout'] },
      { category: ['music-library', 'address'], lowestLevel: 'info', sinks: ['stdout'], parentSinks: 'override' },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stdout'] },
    ],
  })
  isStarted = true
  return async () => {
    isStarted = false
    writeRequest = undefined
    await sink.end()
    await reset()
  }
}
