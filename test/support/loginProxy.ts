import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, serveBinary } from './binary.ts'
import { startCaddy } from './caddy.ts'
import { codeBlocks } from './codeBlocks.ts'
import { emptyFolder } from './folder.ts'

/** What a gateway such as Authelia says of the users that have a session there, by the value of their cookie. */
const users: Record<string, Record<string, string>> = {
  ada: { 'Remote-Email': 'ada@example.com', 'Remote-Name': 'Ada', 'Remote-Groups': 'users,music-admins' },
  grace: { 'Remote-Email': 'grace@example.com', 'Remote-Name': 'Grace', 'Remote-Groups': 'users' },
  // A gateway that leaves out headers.
  bob: { 'Remote-Email': 'bob@example.com' },
  // A name that is no address.
  nobody: { 'Remote-Email': 'nobody' },
}

/** Answers as the endpoint of Authelia for proxies does. */
const startGateway = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url, headers }) => {
      if (new URL(url).pathname !== '/api/authz/forward-auth') return new Response(null, { status: 404 })
      const user = users[/gateway=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '']
      return user ? new Response(null, { headers: user }) : new Response('The login of the gateway', { status: 401 })
    },
  })

export interface LoginProxy extends AsyncDisposable {
  /** The URL of the proxy, without a path. */
  origin: string
  /** What the proxy is in front of. */
  server: ServerProcess
}

/** Starts the executable behind Caddy with a gateway, with the settings and the Caddyfile of docs/on-a-server.md. */
export const startLoginProxy = async (): Promise<LoginProxy> => {
  await using started = new AsyncDisposableStack()
  const blocks = (await codeBlocks('docs/on-a-server.md')).filter(
    ({ headings }) => headings.at(-1) === 'Log in by a proxy',
  )
  const codeOf = (language: string) => blocks.find((block) => block.language === language)?.code ?? ''
  const folder = started.use(emptyFolder())
  const file = join(folder.path, 'settings.toml')
  writeFileSync(file, `${codeOf('toml')}trusted-proxies = "127.0.0.1,::1"\ndatabase = ":memory:"\n`)
  const server = started.use(await serveBinary(['--config', file], { cwd: folder.path }))
  const gateway = startGateway()
  started.defer(() => gateway.stop(true))
  const caddyfile = codeOf('caddyfile')
    .replace('music.example.com', '{$DOMAIN}')
    .replace('127.0.0.1:9091', `127.0.0.1:${gateway.port}`)
    .replace('127.0.0.1:3000', new URL(server.url).host)
  const { origin } = started.use(await startCaddy(caddyfile))
  const all = started.move()
  return { origin, server, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
