import { networkInterfaces } from 'node:os'

/** The addresses that mean every network, as URLs have them, and how this machine reaches a server that listens on them. */
const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '[::]': 'localhost' }

/** The origin of the URL at which a server listens. One that listens on every network is named as this machine can open it. */
export const reachableOrigin = ({ protocol, hostname, port }: URL): string =>
  new URL(`${protocol}//${wildcards[hostname] ?? hostname}:${port}`).origin

/** A unit of systemd that leaves AF_NETLINK out of RestrictAddressFamilies forbids to list them. */
const listAddresses = () => {
  try {
    return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  } catch {
    return []
  }
}

/** The origins at which other machines may reach a server that listens on every network; none if it listens on one address. */
export const networkOrigins = ({ protocol, hostname, port }: URL): string[] => {
  if (wildcards[hostname] === undefined) return []
  return listAddresses()
    .filter(({ internal, family, scopeid }) => {
      // A browser can't open an address that holds only on one link of this machine.
      const isLinkLocal = family === 'IPv6' && scopeid !== 0
      return !internal && !isLinkLocal && (family === 'IPv4' || hostname === '[::]')
    })
    .map(({ address, family }) => `${protocol}//${family === 'IPv6' ? `[${address}]` : address}:${port}`)
}
