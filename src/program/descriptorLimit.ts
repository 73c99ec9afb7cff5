import { closeSync, openSync, readFileSync } from 'node:fs'
import { isAtDescriptorLimit, raiseDescriptorLimit } from '../base/descriptors.ts'
import type { Port } from '../http/port.ts'
import { log } from '../observability/log.ts'

// Each connection and each open file takes a file descriptor. When a process has as many as it may have, Bun tries to accept the next
// connection again and again, which takes a whole core, until one is closed. The attempts can't be held back from JavaScript.

/** The number of descriptors below which the limit is low: a thousand clients, and the files of the library. */
const lowLimit = 1_024

/** How many files and connections this process may have open at once; undefined where that is not known. Only Linux tells it. */
const readDescriptorLimit = (): number | undefined => {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return
  }
}

/** Returns a sentence when this process may have few files and connections open at once. */
export const describeLowLimit = (): string | undefined => {
  const limit = readDescriptorLimit()
  if (limit === undefined || limit >= lowLimit) return
  return `This process may have only ${limit} files and connections open at once. ${raiseDescriptorLimit}`
}

/** How many descriptors are kept for what needs one at the limit: metrics, backups, and further connections afterwards. */
const reserveCount = 24

const closeAll = (descriptors: number[]) => {
  for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
}

/** Opens a number of descriptors. Returns undefined if there are not so many. */
const openDescriptors = (count: number): number[] | undefined => {
  const descriptors: number[] = []
  try {
    while (descriptors.length < count) descriptors.push(openSync('/dev/null', 'r'))
    return descriptors
  } catch {
    closeAll(descriptors)
    return
  }
}

/** How often the limit is checked, in milliseconds. Up to this time a core may be busy. */
const checkIntervalMs = 250

/** How long connections are not accepted at least, in milliseconds: so much longer that most of the core is free. */
const minPauseMs = 2_000

/** For how long the limit must not have been reached before it is logged again, in milliseconds. */
const quietMs = 60_000

/**
 * Stops accepting connections while the process is at its limit of descriptors. Those that are open and have a request get their
 * responses. The server closes connections that send no request after ten seconds, and then there is room for others.
 * @returns a function that ends the checks
 */
export const pauseAtDescriptorLimit = ({ pause, resume }: Pick<Port, 'pause' | 'resume'>): (() => void) => {
  let reserve = openDescriptors(reserveCount) ?? []
  let pausedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let isPaused = false

  const check = () => {
    const now = performance.now()
    if (isPaused && now - pausedAt > minPauseMs) {
      // Without some more, the limit would be reached again at once.
      const opened = openDescriptors(2 * reserveCount)
      if (!opened) return
      reserve = opened.splice(0, reserveCount)
      closeAll(opened)
      isPaused = false
      resume()
    } else if (!isPaused && isAtDescriptorLimit()) {
      isPaused = true
      pausedAt = now
      pause()
      closeAll(reserve)
      if (now - loggedAt > quietMs) log.error(reached)
      loggedAt = now
    }
  }
  const timer = setInterval(check, checkIntervalMs).unref()
  return () => {
    clearInterval(timer)
    closeAll(reserve)
  }
}

const reached =
  'The process has reached its limit of open files and connections. Until some are closed, it accepts no new connections.'
