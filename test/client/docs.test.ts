import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { blockUnder } from '../support/codeBlocks.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'
import { seedText } from '../support/seedText.ts'
import { readClientPage, readClientReadme } from './docsCode.ts'

const root = join(import.meta.dir, '../..')

/** What the code says it prints: the comments behind `console.log(…)`. */
const parseOutput = (code: string) => [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => line)

test('the proxy of the recipe for Vite passes on each path that the client sends requests to', async () => {
  await using library = await startTestLibrary()
  using folder = emptyFolder()
  const file = join(folder.path, 'vite.config.js')
  await Bun.write(file, await blockUnder('docs/building-on-it.md', 'With Vite', 'js'))
  const { default: config } = await import(file)
  const paths = Object.keys(config.server.proxy)
  const sent: string[] = []
  const fetch = (request: Request) => {
    sent.push(new URL(request.url).pathname)
    return globalThis.fetch(request)
  }
  const client = createClient({ baseUrl: library.url, token: library.admin.token, fetch })
  await Promise.all([client.me.likes(), client.albums.list(), client.search.tracks(), client.search.all({ q: 'a' })])
  expect(sent).toHaveLength(4)
  expect(sent.filter((url) => !paths.some((path) => url.startsWith(path)))).toEqual([])
})

const examples = [
  ['docs/building-on-it.md', readClientPage],
  ['README.md', readClientReadme],
] as const

for (const [name, read] of examples) {
  test(`the code about the client in ${name} runs, and prints what it says`, async () => {
    await using library = await startTestLibrary()
    await seedText(library.library, sampleCatalogue())
    using folder = emptyFolder()
    const installed = join(folder.path, 'node_modules')
    mkdirSync(installed)
    symlinkSync(root, join(installed, 'music-library'))

    const code = await read()
    const output = parseOutput(code)
    expect(output).not.toBeEmpty()
    await Bun.write(
      join(folder.path, 'example.ts'),
      code.replaceAll('http://127.0.0.1:3000', new URL(library.url).origin),
    )
    // Asynchronous, since this process serves the library.
    const child = Bun.spawn([process.execPath, 'example.ts'], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect(err).toBe('')
    expect(out.trimEnd().split('\n')).toEqual(output as string[])
  })
}
