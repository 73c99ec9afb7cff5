import { closeSync, fstatSync, openSync } from 'node:fs'
import { announce } from '../observability/log.ts'
import type { ServeFlags } from './serveFlags.ts'

/** Process managers may pass on a signal that the process has received already. Such a repetition is ignored. */
const repetitionMs = 500

/**
 * A signal that aborts at the first SIGINT or SIGTERM, and when a channel of Node to the parent process ends. A second SIGINT or SIGTERM ends the process at once, with exit code 1.
 * @param withStdin - whether it aborts at the end of standard input, too
 * @param withHangUp - whether it aborts at SIGHUP, too
 */
export const createStopSignal = (onStop: () => void, withStdin = false, withHangUp = false): AbortSignal => {
  const controller = new AbortController()
  let firstAt: number | undefined
  const stop = () => {
    if (firstAt !== undefined) return
    firstAt = performance.now()
    onStop()
    controller.abort()
  }
  const stopOrExit = () => {
    if (firstAt !== undefined && performance.now() - firstAt > repetitionMs) process.exit(1)
    stop()
  }
  process.on('SIGINT', stopOrExit)
  process.on('SIGTERM', stopOrExit)
  if (withHangUp) process.on('SIGHUP', stopOrExit)
  if (withStdin) onStdinEnd(stop)
  onParentEnd(stop)
  return controller.signal
}

/**
 * A pipe ends when the process at its other end does, whatever has ended that. Waiting for it keeps no program running. A file, such as
 * `/dev/null`, has no `unref`: it has ended at once.
 */
const onStdinEnd = (stop: () => void) => {
  process.stdin.on('end', stop).on('error', stop).resume().unref?.()
}

/**
 * A parent that has started this process with the option `ipc` of Node's `spawn` holds a channel, which ends with it, whatever has ended it.
 * The launcher of the package does so. Waiting for it keeps no program running.
 */
const onParentEnd = (stop: () => void) => {
  process.once('disconnect', stop)
  process.channel?.unref()
}

/** Resolves when the signal aborts; at once if it has. */
export const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * How long a server may take to stop, in milliseconds: requests have ten seconds, and child processes five. The unit of systemd
 * allows 20 seconds.
 */
const maxStopMs = 18_000

/** Ends the process with exit code 1 if it takes too long to end by itself, whatever keeps it running. */
export const limitStop = (): void => {
  const exit = () => {
    console.error(`music-library: It did not stop within ${maxStopMs / 1000} seconds, so it was ended.`)
    process.exit(1)
  }
  setTimeout(exit, maxStopMs).unref()
}

/** Listens for a signal. One that comes before `handle` is called waits for it. */
const listenForSignal = (name: 'SIGHUP' | 'SIGUSR2') => {
  let isPending = false
  let onSignal = () => {
    isPending = true
  }
  process.on(name, () => onSignal())
  return {
    /** Calls a function at each signal. */
    handle(listener: () => void): void {
      onSignal = listener
      if (isPending) listener()
    },
  }
}

/**
 * What SIGHUP does. A terminal sends it when it is closed, to the processes that it controls. The server stops if its output
 * goes to a terminal. If the output goes elsewhere, the signal does what the parent has chosen: it ends the process, or with
 * `nohup` does nothing. A handler would override that choice. A server without a terminal is a service: SIGHUP asks it
 * to read its settings again.
 */
const hangUpAction = async (): Promise<'stop' | 'inherited' | 'reload'> => {
  if ((await isTerminal(1)) || (await isTerminal(2))) return 'stop'
  return hasControllingTerminal() ? 'inherited' : 'reload'
}

/** The output of a service is a pipe, a socket or a file. For these `node:tty`, which takes 2 ms to load, is not needed. */
const isTerminal = async (descriptor: number) =>
  isCharacterDevice(descriptor) && (await import('node:tty')).isatty(descriptor)

const isCharacterDevice = (descriptor: number) => {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    // The parent has closed it.
    return false
  }
}

const hasControllingTerminal = () => {
  try {
    // It can be opened only by a process that has a controlling terminal.
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

/** What a server listens for before anything is opened: without it, an early signal would end the process with the library open. */
export const listenForSignals = async ({
  stopWithStdin,
  control,
  demo,
}: Pick<ServeFlags, 'stopWithStdin' | 'control' | 'demo'>) => {
  const atHangUp = await hangUpAction()
  return {
    stop: createStopSignal(() => announce('Stopping.'), stopWithStdin || control, atHangUp === 'stop'),
    hangUps: atHangUp === 'reload' ? listenForSignal('SIGHUP') : undefined,
    // Windows does not have it.
    demoResets: demo && process.platform !== 'win32' ? listenForSignal('SIGUSR2') : undefined,
  }
}

/** The exit codes of programs that these signals end. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 }

type StopSignal = keyof typeof exitCodes

/**
 * Runs an operation that changes nothing before its end. SIGINT and SIGTERM end the program and say so.
 * @param operation - gets a function to call once something has changed: from then on signals have their usual effect
 */
export const withStopMessage = async <T>(operation: (onChanged: () => void) => Promise<T>): Promise<T> => {
  const stop = (signal: StopSignal) => {
    console.error('music-library: Stopped. Nothing was changed.')
    process.exit(exitCodes[signal])
  }
  const removeListeners = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  const signals = Object.keys(exitCodes) as StopSignal[] // Object.keys has no better type.
  for (const signal of signals) process.on(signal, stop)
  try {
    return await operation(removeListeners)
  } finally {
    removeListeners()
  }
}
