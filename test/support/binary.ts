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

const build = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'music-library-build-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
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
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** What it printed until it was listening. */
  greeting: string
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<{ code: number; out: string }>
}

/** Starts the executable on a free port, and waits until it listens. */
export const serveBinary = async (words: string[], { cwd, env = {} }: Options): Promise<Serving> => {
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let out = ''
  const read = async () => {
    const { value, done } = await reader.read()
    out += decoder.decode(value, { stream: true })
    return done
  }
  // The library is named in the last line that is always printed.
  while (!/^Library: .*\n/m.test(out))
    if (await read()) throw new Error(`It did not start: ${await child.stderr.text()}`)
  const stop = async () => {
    child.kill('SIGTERM')
    while (!(await read()));
    return { code: await child.exited, out }
  }
  return {
    url: /^Listening on (\S+)/m.exec(out)?.[1] ?? '',
    child,
    greeting: out,
    stop,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
