import { expect, test } from 'bun:test'
import { clientNetwork, parseIp, parseTrustedProxies, resolveClientIp } from '../../src/security/clientIp.ts'

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
])('%p is the address %p', (text, address) => {
  expect(parseIp(text)).toBe(address as string)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%p counts as %p', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

const trusted =
  parseTrustedProxies(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:172.16.0.0/108']) ?? (() => false)

test.each<[string, string | undefined, string | null, string]>([
  ['a stranger may write what they like', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['a proxy is believed', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy is believed over IPv6, too', '::1', '2001:DB8::7', '2001:db8::7'],
  ['a proxy is known in its form of IPv6', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a network may be written in that form', '172.17.0.1', '198.51.100.1', '198.51.100.1'],
  ['the right-most that is no proxy counts', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9,fd00::5', '198.51.100.1'],
  ['what a client made up itself counts for nothing', '127.0.0.1', '127.0.0.1, 192.0.2.5', '192.0.2.5'],
  ['a proxy that asks for itself is the client', '127.0.0.1', null, '127.0.0.1'],
  ['behind nothing but proxies the left-most counts', '127.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['nonsense ends the way', '127.0.0.1', '198.51.100.1, unknown, 10.0.0.8', '10.0.0.8'],
  ['who has gone has no address', undefined, '198.51.100.1', 'unknown'],
])('%s', (_, peer, forwarded, client) => {
  expect(resolveClientIp(peer, forwarded, trusted)).toBe(client)
})

test.each(['localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '10.0.0.1/', '[::1]', '10.0.0.1/-1', '/8', '*'])(
  '%p is no proxy',
  (entry) => {
    expect(parseTrustedProxies(['127.0.0.1', entry])).toBeUndefined()
  },
)
