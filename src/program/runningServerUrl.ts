import { UsageError } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'

/** The URL of a running server of this machine, without a path. @throws UsageError if the settings do not tell its port */
export const runningServerUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string => {
  if (port === 0) throw new UsageError('port is 0, a free one. Name the port of the running server: --port NUMBER')
  return `http://${hostInUrl(host)}:${port}`
}

/** A server that listens on all networks is reached through the loopback address. */
const hostInUrl = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
