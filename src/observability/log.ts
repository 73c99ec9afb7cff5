import { fstatSync } from 'node:fs'
import {
  addPriority,
  type Format,
  formatJson,
  formatRequestJson,
  formatRequestText,
  formatText,
  isJournal,
  type Level,
  type LogEntry,
  levels,
  type RequestLog,
} from './format.ts'
import { createStdoutSink } from './stdoutSink.ts'

let writeEntry: ((entry: LogEntry, always: boolean) => void) | undefined

/** Sets where entries go; undefined for nowhere. @param write - `always` says that the entry has no lowest level */
export const setLogWriter = (write: typeof writeEntry): void => {
  writeEntry = write
}

const logAt =
  (level: Level, { isAnnouncement = false, always = false } = {}) =>
  (message: string, details: Record<string, unknown> = {}): void =>
    writeEntry?.({ timestamp: Date.now(), level, message, details, isAnnouncement }, always)

/** The server's log. Without `startLog`, in a program that embeds the server, only unexpected errors are printed. */
export const log = { info: logAt('info'), warn: logAt('warning'), error: logAt('error') }

/** Logs what the server says about itself. Text at a terminal shows only the message. */
export const announce = logAt('info', { isAnnouncement: true })

/** Logs what has to be known whatever the lowest level is, such as the address: without it, a free port is not known. */
export const announceAlways = logAt('info', { isAnnouncement: true, always: true })

/** Logs an unexpected error with its stack, and with the id of the request in which it occurred. */
export const logFailure = (message: string, details: { id?: string; error: string }): void => {
  if (writeEntry) log.error(message, details)
  else console.error(`music-library: ${message}\n${details.error}`)
}

let writeRequest: ((request: RequestLog, level: Level) => void) | undefined

/** Logs one line about a request. */
export const logRequest = (request: RequestLog, level: 'debug' | 'info'): void => writeRequest?.(request, level)

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
export const startLog = (minLevel: Level, format: Format, toErrors = false): StartedLog => {
  const descriptor = toErrors ? 2 : 1
  const sink = createStdoutSink(
    isJournal(descriptor) ? addPriority : (text) => text,
    toErrors ? Bun.stderr : Bun.stdout,
  )
  const isText = format === 'text' || (format === 'auto' && isTerminal(descriptor))
  const [formatEntry, formatRequest] = isText ? [formatText, formatRequestText] : [formatJson, formatRequestJson]
  const levelsFrom = (level: Level): readonly string[] => levels.slice(levels.indexOf(level))
  let loggedLevels = levelsFrom(minLevel)
  setLogWriter((entry, always) => {
    if (always || loggedLevels.includes(entry.level)) sink.line(formatEntry(entry), entry.level)
  })
  writeRequest = (request, level) => {
    if (loggedLevels.includes(level)) sink.line(formatRequest(request, level), level)
  }
  return {
    setLevel: (level) => {
      loggedLevels = levelsFrom(level)
    },
    stop: async () => {
      setLogWriter(undefined)
      writeRequest = undefined
      await sink.end()
    },
  }
}
