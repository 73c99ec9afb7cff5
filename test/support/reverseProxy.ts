import { join } from 'node:path'
import { maxMs } from './bounds.ts'
import type { emptyFolder } from './folder.ts'

const startTimeoutMs = maxMs(20_000)

/** A reverse proxy that runs. */
export interface ReverseProxy extends AsyncDisposable {
  /** Its URL, without a path. */
  origin: string
}

interface ProxyOptions {
  command: string[]
  env?: Record<string, string>
  /** Its files, which are removed at the end. */
  folder: ReturnType<typeof emptyFolder>
  origin: string
}

/** Starts a reverse proxy, and waits until it responds. */
export const startProxy = async ({ command, env, folder, origin }: ProxyOptions): Promise<ReverseProxy> => {
  const log = join(folder.path, 'log')
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(log),
    timeout: maxMs(120_000),
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await child.exited
    folder[Symbol.dispose]()
  }
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const text = await Bun.file(log).text()
      await stop()
      throw new Error(`${command[0]} does not start:\n${text.slice(-2000)}`)
    }
    await Bun.sleep(20)
  }
  return { origin, [Symbol.asyncDispose]: stop }
}

const isReady = async (origin: string) => {
  try {
    await fetch(`${origin}/healthz`, { tls: { rejectUnauthorized: false }, signal: AbortSignal.timeout(maxMs(2_000)) })
    return true
  } catch {
    return false
  }
}
