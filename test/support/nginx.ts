import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './folder.ts'
import { findFreePort } from './freePort.ts'
import { programPath } from './packages.ts'
import { type ReverseProxy, startProxy } from './reverseProxy.ts'

/** The folders that nginx makes at its start. */
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Starts nginx with the locations of a server, as one process, on a free port of 127.0.0.1. */
export const startNginx = (locations: string): Promise<ReverseProxy> => {
  const folder = emptyFolder()
  const port = findFreePort()
  const file = join(folder.path, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
master_process off;
pid ${folder.path}/pid;
error_log stderr;
events {}
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder.path}/${name};`).join('\n')}
server {
listen 127.0.0.1:${port};
${locations}
}
}
`,
  )
  const command = [programPath('nginx'), '-e', 'stderr', '-c', file]
  return startProxy({ command, folder, origin: `http://127.0.0.1:${port}` })
}
