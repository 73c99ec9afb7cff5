import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxMs } from '../bounds.ts'
import { programPath } from '../packages.ts'
import { unprivileged } from './programs.ts'

const startTimeoutMs = maxMs(30_000)
const pollMs = 10
/** The line of `postmaster.pid` with the state of the server. */
const stateLine = 7

/** How a server stops: it ends all sessions and writes a checkpoint, or it ends at once, so that the next start recovers. */
export type StopMode = 'fast' | 'immediate'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export interface ServerProcess {
  pid: number
  /** Resolves when the server has stopped. */
  stop(mode: StopMode): Promise<void>
}

/** Starts a server with the data in `folder`/data, and waits until it accepts connections. @throws Error with the end of its log */
export const startProcess = async (folder: string, port: number): Promise<ServerProcess> => {
  const log = join(folder, 'log')
  const output = openSync(log, 'a')
  const data = join(folder, 'data')
  const child = Bun.spawn(unprivileged(programPath('postgres'), '-D', data, '-p', `${port}`), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: output,
    stderr: output,
  })
  child.unref()
  const pidFile = join(data, 'postmaster.pid')
  const deadline = Date.now() + startTimeoutMs
  while (!isReady(pidFile, child.pid)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    }
    await Bun.sleep(pollMs)
  }
  return {
    pid: child.pid,
    stop: async (mode) => {
      child.kill(signals[mode])
      await child.exited
    },
  }
}

const isReady = (pidFile: string, pid: number) => {
  if (!existsSync(pidFile)) return false
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[stateLine]?.trim() ?? '')
}
