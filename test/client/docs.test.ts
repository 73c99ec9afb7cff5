import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { seed } from '../../src/seeding/seed.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'
import { browserOptions, checkTypes, emitDeclarations, root } from './declarations.ts'

/** The blocks of TypeScript in a section of a page, from its heading to the next one of the same level. */
const readBlocks = async (page: string, heading: string): Promise<string[]> => {
  const text = await Bun.file(join(root, page)).text()
  const [, section = ''] = text.split(`\n${heading}\n`)
  const [body = ''] = section.split(/\n## /)
  return [...body.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** The code of the page about the client, which is one program in several blocks. */
const readPage = async () => (await readBlocks('docs/building-on-it.md', '## The client')).join('\n')

/** The code of README about the client, which is one block. */
const readReadme = async () =>
  (await readBlocks('README.md', '## Build on it')).filter((code) => code.includes("'music-library/client'")).join('\n')

/** What the code says it prints: the comments behind `console.log(…)`. */
const parseOutput = (code: string) => [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => line)

const examples = [
  ['docs/building-on-it.md', readPage],
  ['README.md', readReadme],
] as const

for (const [name, read] of examples) {
  test(`the code about the client in ${name} runs, and prints what it says`, async () => {
    await using library = await startTestLibrary()
    await seed(library.library, sampleCatalogue())
    using folder = emptyFolder()
    const installed = join(folder.path, 'node_modules')
    mkdirSync(installed)
    symlinkSync(root, join(installed, 'music-library'))

    const code = await read()
    const output = parseOutput(code)
    expect(output).not.toBeEmpty()
    await Bun.write(join(folder.path, 'example.ts'), code.replaceAll('http://127.0.0.1:3000/api', library.url))
    // Asynchronous, since this process serves the library.
    const child = Bun.spawn([process.execPath, 'example.ts'], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect(err).toBe('')
    expect(out.trimEnd().split('\n')).toEqual(output as string[])
  })
}

for (const [name, read] of examples) {
  test(`the code about the client in ${name} has the right types`, async () => {
    using folder = emptyFolder()
    await emitDeclarations(join(folder.path, 'node_modules/music-library'))
    await Bun.write(join(folder.path, 'example.ts'), await read())
    expect(await checkTypes(folder.path, 'example.ts', browserOptions)).toBe('')
  })
}
