import { UsageError } from '../base/errors.ts'
import type { ResolvedSettings } from './readSettings.ts'

type Addresses = ResolvedSettings<'host' | 'port' | 'metricsHost' | 'metricsPort'>

/** Makes sure that the API and the metrics have a port of their own. @throws UsageError if not */
export const requireDifferentPorts = ({ host, port, metricsHost, metricsPort }: Addresses): void => {
  if (port.value === 0 || port.value !== metricsPort.value || !overlap(host.value, metricsHost.value)) return
  const example = port.value === 9464 ? 9465 : 9464
  throw new UsageError(
    `metrics-port is ${port.value}, and so is port: each needs its own. Choose another metrics-port, such as ${example}.`,
  )
}

/** Whether two addresses share a port. Two names may still be one address: then listening fails. */
const overlap = (host: string, other: string) => {
  const hosts = [host.toLowerCase(), other.toLowerCase()]
  // The address of all IPv6 networks takes the port of all IPv4 networks, too.
  if (host.toLowerCase() === other.toLowerCase() || hosts.includes('::')) return true
  if (hosts.includes('0.0.0.0')) return !hosts.some((name) => name.includes(':'))
  return hosts.includes('localhost') && hosts.some((name) => ['127.0.0.1', '::1'].includes(name))
}
