import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'

const line = /New network: account \d+ logged in from \S+?(?=["\s]|$)/gm

/** Logs an account in, as a client of a trusted proxy. */
const logIn = (url: string, email: string, address: string, password = secret) =>
  client(url).send('POST', '/login', {
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })

test.each(['json', 'text'])('a log-in from a new network is a warning in the log, as %s', async (format) => {
  using library = await createCliLibrary()
  await using server = await library.serve('--trusted-proxies', '127.0.0.1', '--log-format', format)
  for (const [email, address] of [
    ['ada@example.com', '192.0.2.1'],
    ['ada@example.com', '192.0.2.1'],
    ['admin@example.com', '192.0.2.1'],
    ['ada@example.com', '2001:db8::1'],
    ['ada@example.com', '2001:db8::2'],
  ] as const)
    expect((await logIn(server.url, email, address)).status).toBe(200)
  expect((await logIn(server.url, 'ada@example.com', '192.0.2.9', 'a wrong secret')).status).toBe(422)
  const { out } = await server.stop()
  expect(out.match(line)).toEqual([
    'New network: account 2 logged in from 192.0.2.1',
    'New network: account 1 logged in from 192.0.2.1',
    'New network: account 2 logged in from 2001:db8::1',
  ])
  const lines = out.split('\n').filter((text) => text.includes('New network'))
  for (const text of lines) expect(text).toMatch(/"level":"warning"|WARNING/)
  for (const text of ['example.com', 'secret']) expect(lines.join('\n')).not.toContain(text)
  const { out: trail } = await library.run(['audit', '--action', 'new_network', '--user', 'ada@example.com'])
  expect(trail).toMatch(
    /ada@example\.com \(192\.0\.2\.1, token 1\) {2}new_network users\/2 {2}entry \d+\n {4}network: nothing → "192\.0\.2\.1"\n/,
  )
  expect(trail).toContain('"2001:db8::/64"')
})
