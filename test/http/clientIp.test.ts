import { expect, test } from 'bun:test'
import { isIP } from 'node:net'
import fc from 'fast-check'
import {
  clientNetwork,
  clientSite,
  isIpv6,
  parseIp,
  parseTrustedProxies,
  resolveClientIp,
} from '../../src/http/clientIp.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:0DB8:0:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['', undefined],
  ['192.0.2.256', undefined],
  ['192.0.2', undefined],
  ['_hidden', undefined],
  // Bun can't parse it as the host of a URL.
  ['2001:db8::1:2:192.0.2.1', undefined],
])('%p is the address %p', (text, address) => {
  expect(parseIp(text)).toBe(address as string)
})

test('a text is an IPv6 address if Node says so, and Bun can parse it as a host', () => {
  const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^(?:[\da-f]{0,5}:){1,8}[\da-f.]{0,9}$/))
  const isAddress = (text: string) => isIP(text) === 6 && URL.canParse(`http://[${text}]`)
  fc.assert(fc.property(text, (text) => isIpv6(text) === isAddress(text)))
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('the network of %p is %p', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['unknown', 'unknown'],
])('the site of %p is %p', (address, site) => {
  expect(clientSite(address)).toBe(site)
})

const trusted =
  parseTrustedProxies(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:172.16.0.0/108']) ?? (() => false)

test.each<[string, string | undefined, string | null, string]>([
  ['the header of a client that is no trusted proxy is ignored', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['the header of a trusted proxy is used', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the header of a trusted proxy with an IPv6 address is used', '::1', '2001:DB8::7', '2001:db8::7'],
  ['a trusted proxy is recognised by its IPv4-mapped IPv6 address', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a trusted network may be written as IPv4-mapped IPv6', '172.17.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'the client is the right-most address that is no trusted proxy',
    '10.0.0.1',
    '1.1.1.1, 198.51.100.1, 10.9.9.9,fd00::5',
    '198.51.100.1',
  ],
  ['addresses to the left of the client are ignored', '127.0.0.1', '127.0.0.1, 192.0.2.5', '192.0.2.5'],
  ['a trusted proxy without the header is the client', '127.0.0.1', null, '127.0.0.1'],
  ['with only trusted proxies the client is the left-most one', '127.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['addresses to the left of an invalid one are ignored', '127.0.0.1', '198.51.100.1, unknown, 10.0.0.8', '10.0.0.8'],
  ['a client that has disconnected has no address', undefined, '198.51.100.1', 'unknown'],
])('%s', (_, peer, forwarded, client) => {
  expect(resolveClientIp(peer, forwarded, trusted)).toBe(client)
})

test.each(['localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '10.0.0.1/', '[::1]', '10.0.0.1/-1', '/8', '*'])(
  '%p is not a valid address or network of a proxy',
  (entry) => {
    expect(parseTrustedProxies(['127.0.0.1', entry])).toBeUndefined()
  },
)
