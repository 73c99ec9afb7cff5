import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { blocksUnder, blockUnder } from '../support/codeBlocks.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'
import { seedText } from '../support/seedText.ts'
import { browserOptions, checkTypes, emitDeclarations, root } from './declarations.ts'

/** The code of the page about the client, which is one program in several blocks. */
const readPage = async () => (await blocksUnder('docs/building-on-it.md', 'The client', 'ts')).join('\n')

/** The code of README about the client, which is one block. */
const readReadme = async () =>
  (await blocksUnder('README.md', 'Call it', 'ts')).filter((code) => code.includes("'music-library/client'")).join('\n')

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
  ['docs/building-on-it.md', readPage],
  ['README.md', readReadme],
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

test('the code about the client in the docs has the right types', async () => {
  using folder = emptyFolder()
  await emitDeclarations(join(folder.path, 'node_modules/music-library'))
  const files = ['page.ts', 'readme.ts']
  for (const [index, [, read]] of examples.entries())
    await Bun.write(join(folder.path, files[index] ?? ''), await read())
  expect(await checkTypes(folder.path, files, browserOptions)).toBe('')
})
