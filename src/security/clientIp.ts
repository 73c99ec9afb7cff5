import type { BlockList } from 'node:net'

/** Takes milliseconds to load, and most servers start without it. */
const net = () => process.getBuiltinModule('node:net')

/** Whether an address is that of a proxy whose word on its clients is taken. */
export type TrustedProxies = (address: string) => boolean

/** Trusts addresses and networks such as `10.0.0.0/8`; undefined where one of them is neither. */
export const parseTrustedProxies = (entries: string[]): TrustedProxies | undefined => {
  const list = new (net().BlockList)()
  for (const entry of entries) if (!add(list, entry)) return
  return (address) => list.check(address, familyOf(address))
}

const add = (list: BlockList, entry: string) => {
  const [, base = '', bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = parseIp(base)
  if (address === undefined || base.startsWith('[')) return false
  try {
    // An IPv4 network that is written as one of IPv6 counts its bits from there.
    const inner =
      bits === undefined ? undefined : Number(bits) - (base.includes(':') && !address.includes(':') ? 96 : 0)
    if (inner === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, inner, familyOf(address))
    return true
  } catch {
    return false
  }
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

/**
 * The address that a request comes from. Each proxy adds whom it heard from at the end of `X-Forwarded-For`; anybody may
 * have written what is further to the left, so the right-most address that is not a trusted proxy's is the client's.
 */
export const resolveClientIp = (
  peer: string | undefined,
  forwarded: string | null,
  trusted: TrustedProxies,
): string => {
  let client = parseIp(peer ?? '')
  if (client === undefined) return 'unknown'
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    if (!trusted(client)) break
    const next = parseIp(hop)
    if (next === undefined) break
    client = next
  }
  return client
}

/** An address in its one form, without a port or a zone, and IPv4 not within IPv6; undefined for what is no address. */
export const parseIp = (text: string): string | undefined => {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  const version = net().isIP(bare)
  if (version === 0) return
  return version === 4 ? bare : normalizeIpv6(bare)
}

const normalizeIpv6 = (address: string) => {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/** What counts as one client: an IPv4 address, and of IPv6 the network that one customer is given, a /64. */
export const clientNetwork = (address: string): string => {
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(right === undefined ? 0 : 8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')}::/64`
}
