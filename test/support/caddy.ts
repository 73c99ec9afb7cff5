import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './folder.ts'
import { findFreePort } from './freePort.ts'

const startTimeoutMs = 20_000

/** It takes no other port, keeps its files in the folder of the test, and leaves the certificates of the machine alone. */
const globalOptions = (folder: string) => `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${folder}
}
`

export interface Caddy extends AsyncDisposable {
  /** An https: URL. Its certificate is signed by an authority of Caddy's own. */
  origin: string
}

/** Starts Caddy with a Caddyfile whose site is called `{$DOMAIN}`, on a free port of this machine. */
export const startCaddy = async (caddyfile: string): Promise<Caddy> => {
  const folder = emptyFolder()
  const origin = `https://localhost:${findFreePort()}`
  const file = join(folder.path, 'Caddyfile')
  writeFileSync(file, globalOptions(folder.path) + caddyfile)
  const child = Bun.spawn(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH ?? '', HOME: folder.path, DOMAIN: origin },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(join(folder.path, 'log')),
    timeout: 120_000,
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await child.exited
    folder[Symbol.dispose]()
  }
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const log = await Bun.file(join(folder.path, 'log')).text()
      await stop()
      throw new Error(`Caddy does not start:\n${log.slice(-2000)}`)
    }
    await Bun.sleep(20)
  }
  return { origin, [Symbol.asyncDispose]: stop }
}

const isReady = async (origin: string) => {
  try {
    await fetch(`${origin}/healthz`, { tls: { rejectUnauthorized: false }, signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}
