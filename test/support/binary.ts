import { maxMs } from './bounds.ts'
import type { Result } from './process.ts'
import { shared } from './shared/shared.ts'

/** The path of the executable. It is built once for a test run. */
export const binary = (): Promise<string> => shared('executable')

interface Options {
  cwd: string
  env?: Record<string, string>
  stdin?: string
  /** Another executable to run; the built one by default. */
  program?: string
}

interface ServeOptions extends Options {
  /** The process is killed after this time. */
  timeoutMs?: number
}

/** Runs the executable until it exits, for at most 30 seconds. */
export const runBinary = async (args: string[], { cwd, env = {}, stdin = '', program }: Options): Promise<Result> => {
  const child = Bun.spawn([program ?? (await binary()), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

export interface ServerProcess extends AsyncDisposable {
  /** The address of the API, `/api` included. */
  url: string
  pid: number
  readonly isRunning: boolean
  /** The standard output that was read so far. */
  readonly output: string
  /** Reads standard output until it contains a text. @param from - the length of the output that is not looked at */
  waitForOutput(text: string, from?: number): Promise<void>
  /** The whole standard error, when the process has exited. Call it early, so that the pipe never fills up. */
  errors(): Promise<string>
  /** Kills the process without a chance to clean up. */
  kill(): Promise<void>
  /** Sends a signal, and waits until the process has exited. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<{ code: number; out: string }>
}

/** Starts `serve` on a free port, and waits until it listens and has printed what library it serves. */
export const serveBinary = async (
  args: string[],
  { cwd, env = {}, timeoutMs = maxMs(60_000), program }: ServeOptions,
): Promise<ServerProcess> => {
  const child = Bun.spawn([program ?? (await binary()), 'serve', '--port', '0', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'text', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let output = ''
  const read = async () => {
    const { value, done } = await reader.read()
    output += decoder.decode(value, { stream: true })
    return !done
  }
  const waitForOutput = async (text: string, from = 0) => {
    while (!output.includes(text, from)) {
      if (!(await read())) throw new Error(`It exited without "${text}": ${output}${await child.stderr.text()}`)
    }
  }
  await waitForOutput('Library: ')
  return {
    url: /Listening on ([^\s"]+)/.exec(output)?.[1] ?? '',
    pid: child.pid,
    get isRunning() {
      return child.exitCode === null
    },
    get output() {
      return output
    },
    waitForOutput,
    errors: () => child.stderr.text(),
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      while (await read());
      return { code: await child.exited, out: output }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
