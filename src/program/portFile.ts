import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { UsageError } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { describeFileError } from '../library/describeFileError.ts'
import { requireNoLibrary, requireNoOtherKind } from '../library/file/protect.ts'
import { takeTemporaryName } from '../library/temporaryFiles.ts'

/** The URL of a running server of this machine, without a path. @throws UsageError if the settings do not tell its port */
export const runningServerUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string => {
  if (port === 0)
    throw new UsageError('port is 0, which means any free port. Name the port of the running server: --port NUMBER')
  return `http://${hostInUrl(host)}:${port}`
}

/** A server that listens on all networks is reached through the loopback address. */
const hostInUrl = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Where a demo writes its port, so that `demo reset` finds it: beside its file of accounts or tokens. */
export const demoPortFile = (tokens: string): string => `${tokens}.port`

/**
 * Writes the port of a server into a file, for scripts: the file is complete as soon as it exists.
 * @returns a function that removes the file
 * @throws OperationalError if it can't be written, or would replace a library
 */
export const writePortFile = (file: string, origin: string): (() => void) => {
  requireNoLibrary(file)
  requireNoOtherKind(file)
  using temporary = takeTemporaryName(file)
  try {
    writeFileSync(temporary.path, `${new URL(origin).port}\n`, { flag: 'wx' })
    renameSync(temporary.path, file)
  } catch (error) {
    throw describeFileError(error, file, 'write', { name: `The port file ${file}` })
  }
  return () => rmSync(file, { force: true })
}
