import type { BlockList } from 'node:net'

/** Whether an address belongs to a proxy whose `X-Forwarded-For` and `X-Forwarded-Prefix` are trusted. */
export type TrustedProxies = (address: string) => boolean

/** Parses addresses, and networks such as `10.0.0.0/8`. Returns undefined if an entry is neither. */
export const parseTrustedProxies = (entries: string[]): TrustedProxies | undefined => {
  // Few servers need it, and loading `node:net` takes a tenth of a start.
  const { BlockList } = process.getBuiltinModule('node:net')
  const list = new BlockList()
  for (const entry of entries) if (!addEntry(list, entry)) return
  return (address) => list.check(address, familyOf(address))
}

const addEntry = (list: BlockList, entry: string) => {
  const [, base = '', bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = parseIp(base)
  if (address === undefined || base.startsWith('[')) return false
  try {
    if (bits === undefined) {
      list.addAddress(address, familyOf(address))
      return true
    }
    // The prefix of an IPv4 network in IPv6 notation (::ffff:10.0.0.0/104) counts the 96 bits before it.
    const isMapped = base.includes(':') && !address.includes(':')
    list.addSubnet(address, Number(bits) - (isMapped ? 96 : 0), familyOf(address))
    return true
  } catch {
    return false
  }
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

/** Stands for the address of a client that has closed its connection. */
export const unknownAddress = 'unknown'

/**
 * Returns the IP address of a request's client. Each proxy appends the address of its peer to `X-Forwarded-For`.
 * Entries further to the left may be forged, so the right-most address that is no trusted proxy is the client's.
 * @param peer - the address of the other end of the connection
 * @param forwarded - the `X-Forwarded-For` header
 */
export const resolveClientIp = (
  peer: string | undefined,
  forwarded: string | null,
  isTrusted: TrustedProxies,
): string => {
  let client = parseIp(peer ?? '')
  if (client === undefined) return unknownAddress
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    if (!isTrusted(client)) break
    const next = parseIp(hop)
    if (next === undefined) break
    client = next
  }
  return client
}

interface ClientIpOptions {
  /** Returns the IP address of the other end of a request's connection. */
  addressOf: (request: Request) => string | undefined
  /** None by default. */
  trustedProxies: TrustedProxies | undefined
  /** Called once, when a proxy on this machine has sent `X-Forwarded-For`, and no proxies are trusted. */
  onUntrustedProxy: (() => void) | undefined
}

/** Resolves the clients of requests. The trusted proxies can change meanwhile. */
export const createClientIp = ({ addressOf, trustedProxies, onUntrustedProxy }: ClientIpOptions) => {
  /** To ask for the address of a connection is a system call, and several parts ask for that of one request in a row. */
  let last: { request: Request; address: string } | undefined

  const find = (request: Request): string => {
    const forwarded = request.headers.get('x-forwarded-for')
    const address = resolveClientIp(addressOf(request), forwarded, trustedProxies ?? trustNone)
    if (forwarded !== null && !trustedProxies && isLoopback(address)) {
      onUntrustedProxy?.()
      onUntrustedProxy = undefined
    }
    return address
  }

  return {
    of(request: Request): string {
      if (last?.request !== request) last = { request, address: find(request) }
      return last.address
    },
    /** Returns the IP address of the other end of a connection if it is a trusted proxy. */
    findProxy(peer: string | undefined): string | undefined {
      const address = parseIp(peer ?? '')
      return address !== undefined && trustedProxies?.(address) ? address : undefined
    },
    trust(proxies: TrustedProxies | undefined): void {
      trustedProxies = proxies
    },
  }
}

const trustNone: TrustedProxies = () => false

/** Whether an address belongs to this machine. */
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/**
 * Normalizes an IP address: without port and zone, IPv6 compressed, IPv4-mapped IPv6 as IPv4. Undefined for other text.
 */
export const parseIp = (text: string): string | undefined => {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (isIpv4(bare)) return bare
  return isIpv6(bare) ? normalizeIpv6(bare) : undefined
}

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)

/** Whether a text is an IPv6 address, without a zone. `URL` also accepts a colon at the end. */
export const isIpv6 = (text: string): boolean =>
  /^[\da-f:.]*(?:[\da-f]|::)$/i.test(text) && URL.canParse(`http://[${text}]`)

const normalizeIpv6 = (address: string) => {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(compressed) ?? []
  if (high === undefined || low === undefined) return compressed
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/**
 * Returns the network that limits count as one client: an IPv4 address, or an IPv6 /64, which providers give one
 * customer.
 */
export const clientNetwork = (address: string): string => ipv6Network(address, 64)

/**
 * Returns the site of a client: an IPv4 address, or an IPv6 /48. The clients of a site share what is limited for all, such
 * as the queue of hashes. A provider gives one customer up to a /48, which has 65,536 /64s (RIPE-690, 4.2).
 */
export const clientSite = (address: string): string => ipv6Network(address, 48)

/** Returns the network of an IPv6 address with a prefix of whole groups; an IPv4 address as it is. */
const ipv6Network = (address: string, bits: 48 | 64): string => {
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(right === undefined ? 0 : 8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, bits / 16)
  return `${groups.join(':').replace(/(?:^|:)0(?::0)*$/, '')}::/${bits}`
}
