import { expect, test } from 'bun:test'
import { createClient } from '../../../client/index.ts'
import { createConsumer } from '../../package/consumer.ts'
import { readClientUse, strictConfig, typeUse } from '../../package/typeUse.ts'
import { blockUnder } from '../../support/codeBlocks.ts'
import { findFreePort } from '../../support/freePort.ts'
import { startTestLibrary } from '../../support/library.ts'
import { run } from '../../support/process.ts'

test.each([
  { module: 'Preserve', moduleResolution: 'bundler' },
  { module: 'NodeNext', moduleResolution: 'nodenext' },
])('a strict TypeScript 5 project type-checks with %p', async (resolution) => {
  const config = strictConfig(resolution)
  const files = { 'index.ts': typeUse, 'client.ts': await readClientUse(), 'tsconfig.json': config }
  using consumer = await createConsumer(files, { typescript: '5.9.3' })
  const { code, out } = await run(['node_modules/.bin/tsc', '--project', '.'], consumer.path)
  expect([code, out]).toEqual([0, ''])
})

test('with the recipe of the page, the development server of Vite passes on the API and the searches', async () => {
  await using library = await startTestLibrary()
  const recipe = await blockUnder('docs/building-on-it.md', 'With Vite', 'js')
  const config = recipe.replaceAll('http://127.0.0.1:3000', new URL(library.url).origin)
  using consumer = await createConsumer({ 'index.html': '<p></p>', 'vite.config.js': config }, { vite: '8.3.8' })
  const origin = `http://127.0.0.1:${findFreePort()}`
  const command = ['node_modules/.bin/vite', '--host', '127.0.0.1', '--strictPort', '--port', new URL(origin).port]
  const server = Bun.spawn(command, { cwd: consumer.path, stdout: 'pipe', stderr: 'inherit', timeout: 60_000 })
  let output = ''
  for await (const chunk of server.stdout) {
    output += new TextDecoder().decode(chunk)
    if (output.includes(new URL(origin).port)) break
  }
  const client = createClient({ baseUrl: `${origin}/api`, token: library.user.token })
  expect([await client.albums.list(), await client.search.albums()]).toEqual([[], { records: [], total: 0 }])
  server.kill()
  await server.exited
})
