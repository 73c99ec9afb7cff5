import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { maxMs } from '../support/bounds.ts'
import { startCaddy } from '../support/caddy.ts'
import { codeBlocks } from '../support/codeBlocks.ts'
import { everyNth } from '../support/longForm.ts'
import { startNginx } from '../support/nginx.ts'
import { programTest } from '../support/programs.ts'
import { openRawConnection } from '../support/rawConnection.ts'
import type { ReverseProxy } from '../support/reverseProxy.ts'
import { readDeploy } from './files.ts'

// A client of Java sends `Expect: 100-Continue`, and sends the body only when it gets a 100, or has waited for it.

const blocks = (await Promise.all(['docs/on-a-server.md', 'docs/scaling.md'].map(codeBlocks))).flat()
const blocksWith = (language: string, directive: string) =>
  blocks
    .filter(({ code, ...block }) => block.language === language && code.includes(directive))
    .map(({ page, line, code }) => [`${page}:${line}`, code] as const)

const caddyfiles = [
  ...blocksWith('caddyfile', 'reverse_proxy'),
  ...['Caddyfile', 'scaling/Caddyfile'].map((name) => [`deploy/${name}`, readDeploy(name)] as const),
]
const nginxLocations = blocksWith('nginx', 'proxy_pass').map(
  // The server around a location has a certificate.
  ([name, code]) => [name, /^ *location [^}]*\}/m.exec(code)?.[0] ?? ''] as const,
)

/** A service that says what it gets as `Expect`. */
const startService = () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => Response.json({ expect: request.headers.get('expect'), body: await request.text() }),
  })
  return { host: `127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
}

const expectContinue = async ({ origin }: ReverseProxy) => {
  using connection = await openRawConnection(origin)
  const { host } = new URL(origin)
  connection.write(
    `POST /music/api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-Continue\r\n\r\n`,
  )
  const deadline = Date.now() + maxMs(4_000)
  while (connection.received === '' && Date.now() < deadline) await Bun.sleep(5)
  expect(connection.received).toStartWith('HTTP/1.1 100 Continue\r\n')
  connection.write('{}')
  expect(await connection.closed).toContain('{"expect":null,"body":"{}"}')
}

programTest('caddy').each(everyNth(caddyfiles, 4))(
  'the Caddyfile of %s answers 100-Continue, and does not pass it on',
  async (_, text) => {
    await using service = startService()
    const caddyfile = text
      .replace(/(?:[\w.-]+:3000 ?)+/, `${service.host} `)
      .replace(/^[\w.]+\.example\.com /m, '{$DOMAIN} ')
    await using proxy = await startCaddy(caddyfile, 'http')
    await expectContinue(proxy)
  },
)

programTest('nginx').each(nginxLocations)(
  'the location of %s for nginx answers 100-Continue, and does not pass it on',
  async (_, text) => {
    await using service = startService()
    await using proxy = await startNginx(text.replace('127.0.0.1:3000', service.host))
    await expectContinue(proxy)
  },
)

test('there are Caddyfiles and locations to test', () => {
  expect([caddyfiles.length, nginxLocations.length]).toEqual([7, 2])
})

test('each unit that runs the program clears the variables that make another program of it', () => {
  const units = [
    ...readdirSync(join(import.meta.dir, '../../deploy'))
      .filter((name) => name.endsWith('.service'))
      .map((name) => [name, readDeploy(name)] as const),
    ...blocksWith('ini', 'ExecStart='),
  ].filter(([, text]) => /^ExecStart=.*\bmusic-library (?:serve|scan|doctor|backup)\b/m.test(text))
  expect(units.length).toBe(4)
  for (const [name, text] of units)
    expect([name, text]).toEqual([name, expect.stringMatching(/^UnsetEnvironment=BUN_OPTIONS BUN_BE_BUN$/m)])
})
