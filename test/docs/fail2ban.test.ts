import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveBinary } from '../support/binary.ts'
import { blocksUnder } from '../support/codeBlocks.ts'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'

const login = (url: string, address: string, password: string) =>
  fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: 'admin@example.com', password }),
  })

programTest('fail2ban-regex')('the filter of the docs finds the addresses in the log of the server', async () => {
  using folder = emptyFolder()
  const [failed = ''] = await blocksUnder('docs/on-a-server.md', '6. fail2ban', 'ini')
  for (const LOG_FORMAT of everyNth(['json', 'text'], 2)) {
    const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse', LOG_FORMAT }
    const args = ['--database', ':memory:', '--trusted-proxies', '127.0.0.1']
    await using server = await serveBinary(args, { cwd: folder.path, env })
    await login(server.url, '203.0.113.9', 'wrong horse')
    await login(server.url, '2001:db8::7', 'wrong horse')
    await login(server.url, '198.51.100.7', 'correct horse')
    const { out } = await server.stop()
    // fail2ban gets the time from the journal. In a file, each line needs one.
    const log = join(folder.path, 'log')
    writeFileSync(log, out.replaceAll(/^/gm, '2026-11-22T13:50:34 '))
    const find = (filter: string) => {
      const file = join(folder.path, 'music-library.conf')
      writeFileSync(file, filter)
      const { stdout } = Bun.spawnSync([programPath('fail2ban-regex'), '--out', 'ip', log, file])
      return `${stdout}`.trim().split('\n')
    }
    expect(find(failed)).toEqual(['203.0.113.9', '2001:db8::7'])
  }
})
