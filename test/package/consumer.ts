import { beforeAll } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'
import { runOk } from '../support/process.ts'
import { buildTimeoutMs } from '../support/shared/package.ts'
import { shared } from '../support/shared/shared.ts'

// The build is no time of the test that comes first.
beforeAll(async () => void (await shared('package')), buildTimeoutMs)

/** A project in a temporary folder that has installed the packed package. */
export interface Consumer extends Disposable {
  path: string
  /** The folder of the installed package. */
  packageFolder: string
}

/**
 * Creates a project with these files that has the package. It is a copy of the one in which the package was installed, if it needs no others.
 * @param devDependencies - further packages, which come from the registry or the cache
 */
export const createConsumer = async (
  files: Record<string, string>,
  devDependencies: Record<string, string> = {},
): Promise<Consumer> => {
  const { path, [Symbol.dispose]: dispose } = emptyFolder()
  const project = await shared('package')
  const isPlain = Object.keys(devDependencies).length === 0
  if (isPlain) await runOk(['cp', '-a', `${project}/.`, path], path)
  for (const [name, text] of Object.entries(files)) await Bun.write(join(path, name), text)
  if (!isPlain) {
    const manifest = await Bun.file(join(project, 'package.json')).json()
    await Bun.write(join(path, 'package.json'), JSON.stringify({ ...manifest, devDependencies }))
    await runOk([process.execPath, 'install', '--no-progress'], path)
  }
  return { path, packageFolder: join(path, 'node_modules/music-library'), [Symbol.dispose]: dispose }
}

/** The folder of the installed package, for tests that only read it. */
export const packageFolder = async (): Promise<string> => join(await shared('package'), 'node_modules/music-library')

/** The Node that is on the PATH. */
export const nodeFile = (): string => {
  const file = Bun.which('node')
  if (!file) throw new Error('These tests need Node.')
  return file
}
