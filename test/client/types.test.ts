import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { browserOptions, checkTypes, emitDeclarations, root } from './declarations.ts'

// The libraries of these environments are not checked: they are not ours.
const serverOptions = { ...browserOptions, lib: ['ES2022'], skipLibCheck: true }
const environments = [
  { name: 'browsers', options: browserOptions, packages: [] },
  {
    name: 'Node',
    options: { ...serverOptions, module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] },
    packages: ['@types/node', 'undici-types'],
  },
  {
    name: 'Bun',
    options: { ...serverOptions, types: ['bun'] },
    packages: ['@types/node', 'undici-types', '@types/bun', 'bun-types'],
  },
]

for (const { name, options, packages } of everyNth(environments, 3)) {
  test(`a strict program for ${name} needs only the declarations of the client`, async () => {
    using folder = emptyFolder()
    const installed = join(folder.path, 'node_modules')
    await emitDeclarations(join(installed, 'music-library'))
    for (const typePackage of packages) {
      mkdirSync(dirname(join(installed, typePackage)), { recursive: true })
      symlinkSync(join(root, 'node_modules', typePackage), join(installed, typePackage))
    }
    cpSync(join(import.meta.dir, 'consumer.ts'), join(folder.path, 'consumer.ts'))
    expect(await checkTypes(folder.path, ['consumer.ts'], options)).toBe('')
  })
}
