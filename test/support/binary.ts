import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

let building: Promise<string> | undefined

/** The executable, built once for a run of the tests into a folder of its own. */
export const binary = (): Promise<string> => {
  building ??= build()
  return building
}

let folder: string | undefined

/** What the runner of the tests does at their end; it exits without the hooks of a program. */
export const removeBuild = () => {
  if (folder) rmSync(folder, { recursive: true, force: true })
}

const build = async () => {
  folder = mkdtempSync(join(tmpdir(), 'music-library-build-'))
  process.on('exit', removeBuild)
  const file = join(folder, 'music-library')
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/build.ts', file], { cwd: root })
  if (exitCode !== 0) throw new Error(`The build failed: ${stderr}`)
  return file
}

export interface Ended {
  code: number
  out: string
  err: string
}

interface Options {
  cwd: string
  env?: Record<string, string>
  stdin?: string
}

interface ServeOptions extends Options {
  /** How long it may run, in milliseconds. */
  most?: number
}

/** Runs the executable to its end, for at most 30 seconds. */
export const runBinary = async (words: string[], { cwd, env = {}, stdin = '' }: Options): Promise<Ended> => {
  const child = Bun.spawn([await binary(), ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 30_000,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

export interface Serving extends AsyncDisposable {
  url: string
  pid: number
  /** What it has printed so far. */
  readonly greeting: string
  /** Waits until it has printed a text. */
  saw(text: string): Promise<void>
  /** All that it has printed on standard error once it ends. Ask for it at the start, so that it is read all along. */
  errors(): Promise<string>
  /** Ends it at once, as a power cut or the kernel would. */
  kill(): Promise<void>
  /** Asks it to stop, and waits until it has. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<{ code: number; out: string }>
}

/** Starts the executable on a free port, and waits until it listens. */
export const serveBinary = async (
  words: string[],
  { cwd, env = {}, most = 60_000 }: ServeOptions,
): Promise<Serving> => {
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'text', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: most,
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let out = ''
  const read = async () => {
    const { value, done } = await reader.read()
    out += decoder.decode(value, { stream: true })
    return !done
  }
  const saw = async (text: string) => {
    while (!out.includes(text)) {
      if (!(await read())) throw new Error(`It ended without "${text}": ${out}${await child.stderr.text()}`)
    }
  }
  // The second line, which names the library, is always printed.
  await saw('Library: ')
  return {
    url: /Listening on ([^\s"]+)/.exec(out)?.[1] ?? '',
    pid: child.pid,
    get greeting() {
      return out
    },
    saw,
    errors: () => child.stderr.text(),
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      while (await read());
      return { code: await child.exited, out }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
