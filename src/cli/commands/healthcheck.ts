import { Command } from 'commander'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { OperationalError } from '../../errors.ts'
import { printLine } from '../output/write.ts'

/** How long the server may take to respond. */
const timeoutMs = 3_000

export const healthcheckCommand = () =>
  addSettings(new Command('healthcheck'), ['host', 'port'])
    .description('ask a running server whether it is ready; exits with 0 if it is')
    .action(async ({ host, port }: Pick<Settings, 'host' | 'port'>) => {
      const url = `http://${hostInUrl(host)}:${port}/readyz`
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
      if (!response) throw new OperationalError(`Nothing answers at ${url}.`)
      if (!response.ok) throw new OperationalError(`It is not ready: ${await response.text()}`)
      printLine('Ready.')
    })

/** A server that listens on all networks is reached through the loopback address. */
const hostInUrl = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
