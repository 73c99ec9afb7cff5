import { readFileSync } from 'node:fs'

const pollMs = 250

/**
 * Calls a function when the package manager that has started this process ends. npm passes no signal on to it, and SIGKILL can't be passed on.
 * A process that was started by anything else is left alone: it may outlive its shell, as with `nohup`.
 */
export const watchParent = (onEnd: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const { name, parent: packageManager } = readProcess(parent)
  const isShell = /^(ba|da|a|k|z)?sh$|^busybox$/.test(name)
  const isRunning = () => process.ppid === parent && (!isShell || readProcess(parent).parent === packageManager)
  const timer = setInterval(() => {
    if (isRunning()) return
    clearInterval(timer)
    onEnd()
  }, pollMs)
  timer.unref()
}

/** The name and the parent of a process, on Linux. Elsewhere the shell of a package manager is replaced by its only command. */
const readProcess = (id: number): { name: string; parent: string } => {
  try {
    // Such as: 123 (sh) S 122 …
    const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return { name, parent }
  } catch {
    return { name: '', parent: '' }
  }
}
