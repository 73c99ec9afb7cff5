import { expect, test } from 'bun:test'
import { networkOrigins, openPort, reachableOrigin } from '../../src/http/port.ts'

test.each([
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://0.0.0.0:3000/', 'http://127.0.0.1:3000'],
  ['http://[::]:3000/', 'http://localhost:3000'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['http://192.0.2.7:80/', 'http://192.0.2.7'],
])('a server that listens at %s is opened at %s', (url, origin) => {
  expect(reachableOrigin(new URL(url))).toBe(origin)
})

test('only a server that listens on every network has origins for other machines, with the addresses of this one', () => {
  expect(networkOrigins(new URL('http://127.0.0.1:3000'))).toEqual([])
  for (const url of ['http://0.0.0.0:3000', 'http://[::]:3000']) {
    const origins = networkOrigins(new URL(url))
    expect(origins.filter((origin) => new URL(origin).origin !== origin || !origin.endsWith(':3000'))).toEqual([])
    expect(origins.join()).not.toMatch(/\/127\.|\[::1\]|\[fe80/)
  }
})

test.each(['0.0.0.0', '::'])('what listens on %s answers at its origin and at those of the network', async (host) => {
  const port = openPort({ host, port: 0 })
  try {
    port.serve(() => new Response('here'))
    for (const origin of [port.origin, ...port.networkOrigins]) expect(await (await fetch(origin)).text()).toBe('here')
  } finally {
    await port.close()
  }
})
