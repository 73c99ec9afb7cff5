import { fstatSync } from 'node:fs'
import { configure, getLogger, reset } from '@logtape/logtape'
import { formatJson, formatRequestJson, formatRequestText, formatText, type RequestLog } from './format.ts'
import type { Format, Level } from './levels.ts'
import { createStdoutSink } from './stdoutSink.ts'

/** What the server says goes through here. Without `startLog`, in somebody's own program, nothing is said but failures. */
export const log = getLogger('music-library')

let started = false

/** An error that nobody expected, with its story and the id of the request that met it. */
export const logFailure = (sentence: string, told: { id: string; error: string }): void => {
  if (started) log.error(sentence, told)
  else console.error(`music-library: ${sentence}\n${told.error}`)
}

let requestLine: ((told: RequestLog) => void) | undefined

/** A line about a request that was answered. */
export const logRequest = (told: RequestLog): void => requestLine?.(told)

/** What the server has to say about itself; at a terminal it stands there as it is. */
export const announce = (sentence: string, told: Record<string, unknown> = {}) =>
  log.info(sentence, { ...told, plain: true })

/** A terminal is such a device. `process.stdout` would know it as well, but takes longer to be set up than all the rest. */
const atTerminal = () => fstatSync(1).isCharacterDevice()

/**
 * Sends what is logged to standard output: JSON lines, or at a terminal text.
 * @returns what writes the last of it.
 */
export const startLog = async (level: Level, format: Format): Promise<() => Promise<void>> => {
  const out = createStdoutSink()
  const text = format === 'text' || (format === 'auto' && atTerminal())
  const [formatted, ofRequest] = text ? [formatText, formatRequestText] : [formatJson, formatRequestJson]
  if (level === 'debug' || level === 'info') requestLine = (told) => out.line(ofRequest(told))
  await configure({
    sinks: { out: (record) => out.line(formatted(record)) },
    loggers: [
      { category: 'music-library', lowestLevel: level, sinks: ['out'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['out'] },
    ],
  })
  started = true
  return async () => {
    started = false
    requestLine = undefined
    await out.end()
    await reset()
  }
}
