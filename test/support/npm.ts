import { join } from 'node:path'
import { runOk } from './process.ts'

/** Installs packages of the registry into a project with npm. */
export const npmInstall = (path: string, ...packages: string[]) =>
  runOk(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], path, { timeoutMs: 300_000 })

/** Installs a version of Node into an empty folder. @returns its executable */
export const installNode = async (path: string, version: string): Promise<string> => {
  await Bun.write(join(path, 'package.json'), '{"private":true}')
  const name = `node-${process.platform}-${process.arch}`
  await npmInstall(path, `${name}@${version}`)
  return join(path, 'node_modules', name, 'bin/node')
}
