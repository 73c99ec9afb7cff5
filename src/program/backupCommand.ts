import { resolve } from 'node:path'
import { errorCode, errorMessage } from '../base/errors.ts'
import { escapeControls } from '../base/visibleText.ts'
import { formatCount, formatDuration } from '../base/words.ts'
import { environmentForBackupCommand } from '../config/environment.ts'

/** The command of the operator that runs after each backup. */
export interface BackupCommand {
  /** The program and its arguments. */
  words: readonly string[]
  timeoutMs: number
}

interface RunOptions {
  /** Called for each line that the command prints, up to a number of lines. */
  onLine: (line: string, isError: boolean) => void
  /** Ends the command when it aborts. */
  signal: AbortSignal
}

/** How many lines of a run are passed on, and how many characters of each. */
const maxLines = 100
const maxLineLength = 500

/** How long the command may take to exit after SIGTERM, in milliseconds. */
const exitTimeoutMs = 5_000

/** How long its output is read after it has exited, in milliseconds: a process that has left its group may hold the pipes. */
const outputTimeoutMs = 1_000

/**
 * Runs the command with a backup. No shell reads its words. It has a process group of its own, which ends with it: what it has started
 * does not go on. At the timeout, the group gets SIGTERM, and SIGKILL five seconds later.
 * @returns why it failed, in sentences; undefined if it succeeded
 */
export const runBackupCommand = async (
  { words, timeoutMs }: BackupCommand,
  backup: string,
  { onLine, signal }: RunOptions,
): Promise<string | undefined> => {
  const path = resolve(backup)
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  try {
    child = Bun.spawn(withPath(words, path), {
      env: environmentForBackupCommand(path),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
  } catch (error) {
    return `It does not start. ${errorMessage(error)}`
  }
  let endedFor: string | undefined
  let killTimer: Timer | undefined
  const end = (reason: string) => {
    if (endedFor !== undefined) return
    endedFor = reason
    signalGroup(child, 'SIGTERM')
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), exitTimeoutMs)
  }
  const onAbort = () => end('It was ended, because the program that ran it was stopped.')
  const timer = setTimeout(() => end(`It took longer than ${formatDuration(timeoutMs)}, and was ended.`), timeoutMs)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const output = collectOutput(child, onLine)
  const code = await child.exited
  signalGroup(child, 'SIGKILL')
  clearTimeout(timer)
  clearTimeout(killTimer)
  signal.removeEventListener('abort', onAbort)
  const lastError = await output.finish()
  if (endedFor === undefined && code === 0) return
  const reason = endedFor ?? (child.signalCode ? `It was ended by ${child.signalCode}.` : `Its exit code was ${code}.`)
  return lastError === undefined ? reason : `${reason} It said: ${lastError}`
}

const withPath = (words: readonly string[], path: string) =>
  words.includes('{}') ? words.map((word) => (word === '{}' ? path : word)) : [...words, path]

const signalGroup = (child: Bun.Subprocess, signal: NodeJS.Signals) => {
  // Windows has no process groups.
  if (process.platform === 'win32') return child.kill(signal)
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // All of its processes have ended, or none may be signalled any more.
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error
  }
}

interface LineReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** Passes the lines of both streams on. */
const collectOutput = (child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>, onLine: RunOptions['onLine']) => {
  let count = 0
  let lastError: string | undefined
  const readers = [child.stdout.getReader(), child.stderr.getReader()]
  const collect = async (reader: LineReader, isError: boolean) => {
    for await (const line of linesOf(reader)) {
      if (isError) lastError = line
      if (++count <= maxLines) onLine(line, isError)
    }
  }
  const all = Promise.all(readers.map((reader, index) => collect(reader, index === 1)))
  return {
    /** Waits for the rest. @returns the last line of standard error */
    finish: async () => {
      await Promise.race([all, Bun.sleep(outputTimeoutMs)])
      for (const reader of readers) await reader.cancel()
      if (count > maxLines) onLine(`… and ${formatCount(count - maxLines, 'more lines')}`, false)
      return lastError
    },
  }
}

/**
 * The lines of a stream that are not empty, cut. A progress bar ends its lines with a carriage return, and a program of the operator may print
 * anything, and its last line without an end. So these are not the lines of `lines.ts`.
 */
async function* linesOf(reader: LineReader) {
  const decoder = new TextDecoder()
  const toLine = (text: string) =>
    escapeControls(text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text).trim()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = `${rest}${decoder.decode(read.value, { stream: true })}`.split(/[\r\n]+/)
    // A line without an end must not take memory without a bound.
    rest = (lines.pop() ?? '').slice(0, maxLineLength + 1)
    for (const line of lines) if (line.trim() !== '') yield toLine(line)
  }
  if (rest.trim() !== '') yield toLine(rest)
}
