import { isatty } from 'node:tty'

/**
 * Whether SIGHUP ends the server. A terminal sends it when it is closed. A server without a terminal is a service, and SIGHUP
 * asks it to read its settings again; `nohup` takes the terminal away, too.
 */
export const hasTerminal = (): boolean => [0, 1, 2].some((descriptor) => isatty(descriptor))

/** Listens for SIGHUP. A signal that comes before `handle` is called waits for it. */
export const listenForHangUps = () => {
  let isPending = false
  let onHangUp = () => {
    isPending = true
  }
  process.on('SIGHUP', () => onHangUp())
  return {
    /** Calls a function at each signal. */
    handle(listener: () => void): void {
      onHangUp = listener
      if (isPending) listener()
    },
  }
}
