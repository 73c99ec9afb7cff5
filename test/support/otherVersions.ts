import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findProgram } from './packages.ts'

const root = join(import.meta.dir, '../..')

const run = (command: string[], cwd: string) => {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, stdout: 'ignore', stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`)
}

/** Whether the history of git has a commit. A source archive or a shallow clone lacks it. */
export const hasCommit = (commit: string): boolean =>
  findProgram('git') !== null &&
  Bun.spawnSync(['git', 'cat-file', '-e', `${commit}^{commit}`], { cwd: root }).exitCode === 0

/** Builds the executable of a commit, in a folder that the caller removes. @returns its path */
export const buildCommit = (commit: string, folder: string): string => {
  const sources = join(folder, 'sources')
  run(['git', 'worktree', 'add', '--detach', sources, commit], root)
  try {
    return build(sources, folder, () => run([process.execPath, 'scripts/setup.ts'], sources))
  } finally {
    run(['git', 'worktree', 'remove', '--force', sources], root)
  }
}

const notCopied = ['node_modules', '.git', 'dist', 'data']

/** Builds these sources with one more migration, as a next version may have it. @returns the path of the executable */
export const buildNextVersion = (sql: string, folder: string): string => {
  const sources = join(folder, 'sources')
  cpSync(root, sources, {
    recursive: true,
    filter: (path) => path === root || join(path, '..') !== root || !notCopied.includes(basename(path)),
  })
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
  const list = join(sources, 'migrations/index.ts')
  const text = readFileSync(list, 'utf8')
  writeFileSync(list, text.replace(/\n\]\n$/, `\n  { name: 'next', sql: ${JSON.stringify(sql)} },\n]\n`))
  return build(sources, folder)
}

const build = (sources: string, folder: string, prepare = () => {}): string => {
  prepare()
  const executable = join(folder, 'music-library')
  run([process.execPath, 'scripts/build.ts', executable], sources)
  return executable
}

/** The content of a file of a commit. */
export const readCommit = (commit: string, path: string): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', 'show', `${commit}:${path}`], { cwd: root })
  if (exitCode !== 0) throw new Error(`${path} of ${commit} can't be read: ${stderr}`)
  return stdout.toString()
}
