import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { shared } from '../support/shared/shared.ts'

/** The folder of the repository. */
export const root = join(import.meta.dir, '../..')

/** Runs tsc. Returns what it prints, which is nothing if there is no error. */
export const runTsc = (args: string[], cwd: string): string => {
  const { stdout, stderr } = Bun.spawnSync([join(root, 'node_modules/.bin/tsc'), ...args], { cwd })
  return `${stdout}${stderr}`
}

/** Writes the package `music-library` into a folder, with only the declarations that tsc emits for the client. */
export const emitDeclarations = async (folder: string) => {
  cpSync(await shared('clientDeclarations'), join(folder, 'client'), { recursive: true })
  const exports = { './client': { types: './client/index.d.ts' } }
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ name: 'music-library', type: 'module', exports }))
}

/** The options of a strict program for browsers. The declarations that it uses are checked as well. */
export const browserOptions = {
  target: 'ES2022',
  module: 'Preserve',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM'],
  types: [] as string[],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}

/** Type-checks files of a folder, with the packages of the folder. Returns what tsc prints. */
export const checkTypes = async (folder: string, files: string[], compilerOptions: object): Promise<string> => {
  await Bun.write(join(folder, 'package.json'), '{"type":"module"}')
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return runTsc(['--project', '.'], folder)
}
