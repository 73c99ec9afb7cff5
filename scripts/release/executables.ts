import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildExecutable } from '../executable.ts'
import type { Executable } from './release.ts'
import type { Target } from './targets.ts'

/**
 * Installs the runtimes of targets into a folder. The package manager compares their content with bun.lock.
 * @throws Error if they can't be installed, or have another content
 */
export const installRuntimes = (targets: readonly Target[], folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'bun.lock']) cpSync(join(import.meta.dir, 'runtimes', name), join(folder, name))
  const platforms = targets.flatMap(({ os, cpu }) => [`--os=${os}`, `--cpu=${cpu}`])
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts', '--no-summary', ...new Set(platforms)],
    { cwd: folder },
  )
  if (exitCode !== 0) throw new Error(`The runtimes can't be installed. ${stderr}`)
}

/**
 * Compiles the executables of targets, each into a folder of its own: the base name of an executable is part of its bytes.
 * @param runtimes - the folder of `installRuntimes`
 */
export const buildExecutables = async (
  targets: readonly Target[],
  runtimes: string,
  folder: string,
): Promise<Executable[]> => {
  const executables: Executable[] = []
  for (const target of targets) {
    const path = join(folder, target.name, target.executable)
    const { metafile } = await buildTarget(target, runtimes, path)
    // The paths are relative to the working directory.
    const sources = Object.keys(metafile?.inputs ?? {}).map((source) => resolve(source))
    executables.push({ target, path, sources })
  }
  return executables
}

const buildTarget = async (target: Target, runtimes: string, outfile: string) => {
  const runtime = join(runtimes, 'node_modules/@oven', target.runtime, 'bin', target.os === 'win32' ? 'bun.exe' : 'bun')
  return await buildExecutable(outfile, { target: target.bundlerTarget, executablePath: runtime })
}
