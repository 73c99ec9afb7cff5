import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeStartError } from '../launcher/describeStartError.ts'

/** How much of standard error is kept, in characters. */
const maxErrorCharacters = 10_000

/** The server finishes its requests for up to ten seconds. */
const stopTimeoutMs = 15_000

const portPollMs = 10

/** Variables without which programs don't start everywhere. Those that configure the server are left out. */
const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LD_LIBRARY_PATH']

interface StartOptions {
  command: string[]
  /** Variables in addition to the inherited ones. */
  env: Record<string, string>
  /** The server writes its port into this file. */
  portFile: string
  timeoutMs: number
}

/** A server in a process of its own. */
export interface ServerProcess {
  port: number
  /** Ends its standard input, and waits until it has exited. */
  stop(): Promise<void>
}

/**
 * Starts a server that ends with this process: it reads a pipe that only this process holds.
 * @throws Error with the server's own error if it exits, or if it does not listen in time
 */
export const startProcess = async ({ command, env, portFile, timeoutMs }: StartOptions): Promise<ServerProcess> => {
  const [file = '', ...args] = command
  const child = spawn(file, args, { env: { ...inheritedEnvironment(), ...env }, stdio: ['pipe', 'ignore', 'pipe'] })
  const exit = waitForExit(child, file)
  const readErrors = collectErrors(child)
  const stop = () => stopProcess(child, exit)
  const deadline = Date.now() + timeoutMs
  try {
    while (!existsSync(portFile)) {
      const exited = await Promise.race([exit, sleep(portPollMs)])
      if (exited) throw new Error(exited.message ?? `The server exited. ${readErrors()}`.trim())
      if (Date.now() > deadline) throw new Error(`The server did not listen within ${timeoutMs} ms. ${readErrors()}`)
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  letParentExit(child)
  return { port: Number(readFileSync(portFile, 'utf8')), stop }
}

const inheritedEnvironment = () => {
  const variables = inheritedVariables.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined))
}

/** Resolves when the process has exited and its output is read; with a message if it could not be started. */
const waitForExit = (child: ChildProcess, file: string) =>
  new Promise<{ message?: string }>((resolve) => {
    child.once('close', () => resolve({}))
    child.once('error', ({ message }) => resolve({ message: describeStartError(file, message) }))
    // Writing fails when the process has exited, which `close` reports.
    child.stdin?.on('error', () => {})
  })

const collectErrors = (child: ChildProcess) => {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-maxErrorCharacters)
  })
  return () => text.trim()
}

/** A program that forgets to stop the server can exit. */
const letParentExit = (child: ChildProcess) => {
  child.unref()
  for (const stream of [child.stdin, child.stderr]) unref(stream)
}

/** The streams of a child are sockets, which can be left out of the event loop, though their types don't say so. */
const unref = (stream: unknown) => (stream as { unref?: () => void } | null)?.unref?.()

const stopProcess = async (child: ChildProcess, exit: Promise<unknown>) => {
  child.ref()
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exit
  clearTimeout(timer)
}
