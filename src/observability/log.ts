import { fstatSync } from 'node:fs'
import { configure, getLogger, reset } from '@logtape/logtape'
import { formatJson, formatRequestJson, formatRequestText, formatText, type RequestLog } from './format.ts'
import { type Format, type Level, levels } from './levels.ts'
import { createStdoutSink } from './stdoutSink.ts'

/**
 * The server's log. A program that embeds the server does not call `startLog`: then only unexpected errors are printed.
 */
export const log = getLogger('music-library')

let isStarted = false

/** Logs an unexpected error with its stack and the id of the request. */
export const logFailure = (message: string, details: { id: string; error: string }): void => {
  if (isStarted) log.error(message, details)
  else console.error(`music-library: ${message}\n${details.error}`)
}

let writeRequest: ((request: RequestLog, level: Level) => void) | undefined

/** Logs one line about a request. */
export const logRequest = (request: RequestLog, level: 'debug' | 'info'): void => writeRequest?.(request, level)

/** Logs a message about the server itself, such as its address. The text format prints it without time and level. */
export const announce = (message: string, details: Record<string, unknown> = {}) =>
  log.info(message, { ...details, isAnnouncement: true })

// `process.stdout.isTTY` would do, but it sets up a stream, which takes milliseconds.
const isTerminal = () => fstatSync(1).isCharacterDevice()

/**
 * Starts to write the log to standard output, as text or JSON lines.
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
