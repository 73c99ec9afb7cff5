import { fstatSync } from 'node:fs'
import { configure, getLogger, type LogRecord, reset } from '@logtape/logtape'
import {
  addPriority,
  formatJson,
  formatRequestJson,
  formatRequestText,
  formatText,
  isJournal,
  type RequestLog,
} from './format.ts'
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

/** Logs what has to be known whatever the lowest level is, such as the address: without it, a free port is not known. */
export const announceAlways = (message: string, details: Record<string, unknown> = {}) =>
  getLogger(['music-library', 'always']).info(message, { ...details, isAnnouncement: true })

// `process.stdout.isTTY` would tell as well, but takes milliseconds to set up the stream.
const isTerminal = (descriptor: number) => fstatSync(descriptor).isCharacterDevice()

interface StartedLog {
  /** Changes the lowest level that is logged. */
  setLevel(minLevel: Level): void
  /** Writes the remaining entries, and stops the log. */
  stop(): Promise<void>
}

/**
 * Sends the log to standard output: as text or JSON lines, which have their priority in the journal of systemd.
 * @param minLevel - entries below this level are dropped
 * @param toErrors - whether it goes to standard error instead
 */
export const startLog = async (minLevel: Level, format: Format, toErrors = false): Promise<StartedLog> => {
  const descriptor = toErrors ? 2 : 1
  const sink = createStdoutSink(isJournal(descriptor) ? addPriority : undefined, toErrors ? Bun.stderr : Bun.stdout)
  const isText = format === 'text' || (format === 'auto' && isTerminal(descriptor))
  const [formatRecord, formatRequest] = isText ? [formatText, formatRequestText] : [formatJson, formatRequestJson]
  const levelsFrom = (level: Level): readonly string[] => levels.slice(levels.indexOf(level))
  let loggedLevels = levelsFrom(minLevel)
  const write = (record: LogRecord) => sink.line(formatRecord(record), record.level)
  writeRequest = (request, level) => {
    if (loggedLevels.includes(level)) sink.line(formatRequest(request, level), level)
  }
  await configure({
    sinks: {
      stdout: write,
      // The level is checked here, since that of a logger can't be changed.
      leveled: (record) => {
        if (loggedLevels.includes(record.level)) write(record)
      },
    },
    loggers: [
      { category: 'music-library', lowestLevel: 'debug', sinks: ['leveled'] },
      { category: ['music-library', 'always'], lowestLevel: 'info', sinks: ['stdout'], parentSinks: 'override' },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stdout'] },
    ],
  })
  isStarted = true
  return {
    setLevel: (level) => {
      loggedLevels = levelsFrom(level)
    },
    stop: async () => {
      isStarted = false
      writeRequest = undefined
      await sink.end()
      await reset()
    },
  }
}
