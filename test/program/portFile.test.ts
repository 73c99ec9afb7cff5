import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

test('--port-file holds the port while the server listens', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'port')
  await using server = await serveBinary(['--database', ':memory:', '--port-file', file], { cwd: folder.path })
  while (!existsSync(file)) await Bun.sleep(5)
  expect(readFileSync(file, 'utf8')).toBe(`${new URL(server.url).port}\n`)
  expect((await client(server.url).get('/labels')).status).toBe(401)
  expect((await server.stop()).code).toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('the address and the setup URL are logged whatever the level is', async () => {
  using folder = emptyFolder()
  const child = Bun.spawn([await binary(), 'serve', '--port', '0'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: ':memory:', LOG_LEVEL: 'error' },
    stdout: 'pipe',
    timeout: maxMs(20_000),
  })
  let output = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk
    if (output.includes('/setup#')) child.kill()
  }
  expect(output).toContain('Listening on http://127.0.0.1:')
  expect(await child.exited).toBe(0)
})
