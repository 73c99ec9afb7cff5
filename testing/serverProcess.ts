import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { describeStartError } from '../launcher/describeStartError.ts'
import { type Control, createControl, expected, setReferenced } from './control.ts'
import { deferred } from './deferred.ts'

/** How much of standard error is kept, in characters. */
const maxErrorCharacters = 10_000

/** The server finishes its requests for up to ten seconds. */
const stopTimeoutMs = 15_000

/** Variables without which programs don't start everywhere. Those that configure the server are left out. */
const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LD_LIBRARY_PATH']

interface StartOptions {
  command: string[]
  /** The members of the request that brings the library into its first state. */
  state: object
  timeoutMs: number
}

/** A server in a process of its own. */
export interface ServerProcess extends Pick<Control, 'request'> {
  /** Its URL, without a path. */
  origin: string
  /** Ends its standard input, and waits until it has exited. */
  stop(): Promise<void>
}

/**
 * Starts a server that ends with this process: it reads a pipe that only this process holds.
 * @throws Error with the server's own error if it exits, or if it is not ready in time
 */
export const startProcess = async ({ command, state, timeoutMs }: StartOptions): Promise<ServerProcess> => {
  const [file = '', ...args] = command
  const child = spawn(file, args, { env: inheritedEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] })
  const readErrors = collectErrors(child)
  const control = createControl(child.stdin, child.stdout, file)
  const exit = waitForExit(child, file).then((end) => {
    control.end(new Error(end.problem ?? `The server exited with ${end.how}${describeErrors(readErrors(), file)}`))
  })
  const stop = () => {
    control.end(new Error('The library was stopped.'))
    return stopProcess(child, exit)
  }
  const start = async () => {
    const origin = await control.ready
    await control.request('start', state)
    return origin
  }
  const timeout = deferred<never>()
  const onTimeout = () => timeout.reject(new Error(`The server did not start within ${timeoutMs} ms. ${readErrors()}`))
  const timer = setTimeout(onTimeout, timeoutMs)
  try {
    const origin = await Promise.race([start(), timeout.promise])
    letParentExit(child)
    return { origin, request: control.request, stop }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const inheritedEnvironment = () => {
  const variables = inheritedVariables.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined))
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Resolves when the process has exited and its output is read; with a problem if it could not be started. */
const waitForExit = (child: Child, file: string) =>
  new Promise<{ how: string; problem?: string }>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({ how: code === null ? `the signal ${signal}` : `exit code ${code}` }),
    )
    child.once('error', ({ message }) => resolve({ how: '', problem: describeStartError(file, message) }))
    // Writing fails when the process has exited, which `close` reports.
    child.stdin.on('error', () => {})
  })

/** The errors of a server that has exited. Another program may have none. */
const describeErrors = (errors: string, file: string) =>
  errors === '' ? `, and has printed no error. ${file} ${expected}` : `. ${errors}`

const collectErrors = (child: Child) => {
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-maxErrorCharacters)
  })
  return () => text.trim()
}

/** A program that forgets to stop the server can exit. */
const letParentExit = (child: Child) => {
  child.unref()
  for (const stream of child.stdio) setReferenced(stream, false)
}

const stopProcess = async (child: Child, exit: Promise<unknown>) => {
  child.ref()
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exit
  clearTimeout(timer)
}
