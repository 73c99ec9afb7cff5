import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const pollMs = 250

/**
 * Calls a function when the package manager that runs this process ends. npm passes no signal on to it, and SIGKILL can't be passed on.
 * The shells in between may end before: a script such as `pretest` may start a server in the background, for the scripts after it.
 * A process that no package manager runs is left alone.
 */
export const watchPackageManager = (onEnd: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return
  const id = findPackageManager()
  const timer = setInterval(() => {
    if (isRunning(id)) return
    clearInterval(timer)
    onEnd()
  }, pollMs)
  timer.unref()
}

/** The next process above this one that is no shell. */
const findPackageManager = () => {
  let id = process.ppid
  while (id > 1) {
    const { name, parent } = readProcess(id)
    if (!isShell(name)) break
    id = parent
  }
  return id
}

const isShell = (name: string) => /^-?(ba|da|a|k|z)?sh$|^busybox$/.test(name)

interface ProcessInfo {
  name: string
  parent: number
  /** One letter, such as `Z` for a process that has ended and whose exit code nobody has read. */
  state: string
}

/** Reads what the system knows of a process. For one that is gone, or if that can't be known, the name is empty. */
const readProcess = (id: number): ProcessInfo => {
  try {
    return process.platform === 'linux' ? readStat(id) : readPs(id)
  } catch {
    return { name: '', parent: 0, state: '' }
  }
}

const readStat = (id: number): ProcessInfo => {
  // Such as: 123 (sh) S 122 …
  const [, name = '', state = '', parent] =
    /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
  return { name, parent: Number(parent), state }
}

const readPs = (id: number): ProcessInfo => {
  // Such as: S+ 122 /bin/sh
  const output = execFileSync('ps', ['-o', 'state=,ppid=,comm=', '-p', `${id}`], { encoding: 'utf8' })
  const [, state = '', parent, name = ''] = /^\s*(\S)\S*\s+(\d+)\s+(.*\S)/.exec(output) ?? []
  return { name: basename(name), parent: Number(parent), state }
}

const isRunning = (id: number) => {
  try {
    process.kill(id, 0)
  } catch (error) {
    // The process of another user can't be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // Elsewhere a process that has ended is soon gone, and starting `ps` at each look would cost too much.
  return process.platform !== 'linux' || readProcess(id).state !== 'Z'
}
