import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './folder.ts'
import { findFreePort } from './freePort.ts'
import { programPath } from './packages.ts'
import { type ReverseProxy, startProxy } from './reverseProxy.ts'

/** It takes no other port, keeps its files in the folder of the test, and leaves the certificates of the machine alone. */
const globalOptions = (folder: string) => `{
	admin off
	default_bind 127.0.0.1
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${folder}
}
`

/**
 * Starts Caddy with a Caddyfile whose site is called `{$DOMAIN}`, on a free port of this machine.
 * @param scheme - with https, the certificate is signed by an authority of Caddy's own
 */
export const startCaddy = (caddyfile: string, scheme: 'http' | 'https' = 'https'): Promise<ReverseProxy> => {
  const folder = emptyFolder()
  const origin = `${scheme}://localhost:${findFreePort()}`
  const file = join(folder.path, 'Caddyfile')
  writeFileSync(file, globalOptions(folder.path) + caddyfile)
  return startProxy({
    command: [programPath('caddy'), 'run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: folder.path, DOMAIN: origin },
    folder,
    origin,
  })
}
