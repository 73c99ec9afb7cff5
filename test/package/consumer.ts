import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'

const root = join(import.meta.dir, '../..')

interface Result {
  code: number
  out: string
  err: string
}

interface RunOptions {
  env?: Record<string, string>
  /** The process is killed after this time. */
  timeoutMs?: number
}

/** Runs a program until it exits. Its only variables are PATH, HOME and those given. */
export const run = async (
  command: string[],
  cwd: string,
  { env = {}, timeoutMs = 60_000 }: RunOptions = {},
): Promise<Result> => {
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH, HOME, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

/** Runs a program that must succeed. @returns what it prints */
export const runOk = async (command: string[], cwd: string, options?: RunOptions): Promise<string> => {
  const { code, out, err } = await run(command, cwd, options)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out}${err}`)
  return out
}

let packed: Promise<string> | undefined
const folder = join(tmpdir(), `music-library-package-${process.pid}`)

/** The path of the packed package. It is built once for a test run. */
const tarball = () => {
  packed ??= pack()
  return packed
}

export const removeTarball = () => rmSync(folder, { recursive: true, force: true })

const pack = async () => {
  mkdirSync(folder, { recursive: true })
  process.on('exit', removeTarball)
  await runOk([process.execPath, join(root, 'scripts/package.ts'), join(folder, 'package')], root)
  const [{ filename }] = JSON.parse(await runOk(['npm', 'pack', './package', '--json'], folder))
  return join(folder, filename)
}

/** A project in a temporary folder that has installed the packed package. */
export interface Consumer extends Disposable {
  path: string
  /** The folder of the installed package. */
  packageFolder: string
}

/**
 * Creates a project with these files, and installs the package.
 * @param devDependencies - further packages, which come from the registry or the cache
 */
export const createConsumer = async (
  files: Record<string, string>,
  devDependencies: Record<string, string> = {},
): Promise<Consumer> => {
  const { path, [Symbol.dispose]: dispose } = emptyFolder()
  const manifest = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { 'music-library': `file:${await tarball()}` },
    devDependencies,
  }
  await Bun.write(join(path, 'package.json'), JSON.stringify(manifest))
  for (const [name, text] of Object.entries(files)) await Bun.write(join(path, name), text)
  const usesRegistry = Object.keys(devDependencies).length > 0
  const install = usesRegistry
    ? [process.execPath, 'install', '--no-progress']
    : ['npm', 'install', '--offline', '--no-audit', '--no-fund']
  await runOk(install, path)
  return { path, packageFolder: join(path, 'node_modules/music-library'), [Symbol.dispose]: dispose }
}

/** The folder of the Node that is on the PATH. */
export const nodeFile = (): string => {
  const file = Bun.which('node')
  if (!file) throw new Error('These tests need Node.')
  return file
}

/** A PATH with these folders in front. */
export const withPath = (...folders: string[]): string => [...folders, process.env.PATH ?? ''].join(delimiter)

/** The compiler of the repository: TypeScript 7. */
export const compiler = join(dirname(import.meta.dir), '../node_modules/.bin/tsc')
