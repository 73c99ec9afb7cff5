import { errorMessage } from '../../base/errors.ts'
import { log } from '../../observability/log.ts'

/** The states that the program reports to the service manager that has started it. They do nothing without one. */
export interface ServiceManager {
  /** Extends the time for the start, before work that may take long. */
  extendStart(status: string): void
  ready(status: string): void
  /** `ready` ends the reload. */
  reloading(): void
  stopping(): void
  /** Says that the program is well. */
  keepAlive(): void
  /** The time after which the manager ends a program that does not say so, in milliseconds; undefined for none. */
  watchdogMs: number | undefined
}

/** How long work at the start may take once `extendStart` is called, in microseconds: an hour. */
const extendedStartUsec = 3_600_000_000

/**
 * Connects to the service manager whose socket the environment names, such as systemd
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html). An error is one warning in the log.
 */
export const connectServiceManager = async (): Promise<ServiceManager> => {
  const { NOTIFY_SOCKET: path, WATCHDOG_USEC: watchdogUsec, WATCHDOG_PID: watchdogPid } = process.env
  // A child process that has them could send messages in the name of the server.
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete process.env[name]
  const { send, monotonicUsec } = path ? await openSocket(path) : noSocket
  const isWatched = /^0*[1-9]\d*$/.test(watchdogUsec ?? '') && (watchdogPid ?? `${process.pid}`) === `${process.pid}`
  return {
    extendStart: (status) => send(`EXTEND_TIMEOUT_USEC=${extendedStartUsec}\nSTATUS=${status}`),
    ready: (status) => send(`READY=1\nSTATUS=${status}`),
    reloading: () => send(`RELOADING=1\nMONOTONIC_USEC=${monotonicUsec()}\nSTATUS=Reloading the settings.`),
    stopping: () => send('STOPPING=1\nSTATUS=Stopping.'),
    keepAlive: () => send('WATCHDOG=1'),
    watchdogMs: path && isWatched ? Number(watchdogUsec) / 1_000 : undefined,
  }
}

const noSocket = { send: (_: string): void => {}, monotonicUsec: () => 0n }

const openSocket = async (path: string) => {
  let hasFailed = false
  const warn = (error: unknown) => {
    if (!hasFailed) log.warn(`The service manager can't be notified at NOTIFY_SOCKET. ${errorMessage(error)}`)
    hasFailed = true
  }
  try {
    // Loaded only here, since most servers have no service manager.
    const { openNotifySocket } = await import('./notifySocket.ts')
    const { send, monotonicUsec } = openNotifySocket(path)
    return {
      monotonicUsec,
      send: (message: string) => {
        try {
          send(message)
        } catch (error) {
          warn(error)
        }
      },
    }
  } catch (error) {
    warn(error)
    return noSocket
  }
}
