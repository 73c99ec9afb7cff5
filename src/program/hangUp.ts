import { closeSync, fstatSync, openSync } from 'node:fs'

/**
 * What SIGHUP does. A terminal sends it when it is closed, to the processes that it controls. The server stops if its output
 * goes to a terminal. If the output goes elsewhere, the signal does what the parent has chosen: it ends the process, or with
 * `nohup` does nothing. A handler would override that choice. A server without a terminal is a service: SIGHUP asks it
 * to read its settings again.
 */
export const hangUpAction = async (): Promise<'stop' | 'inherited' | 'reload'> => {
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
