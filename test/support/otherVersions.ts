import { join } from 'node:path'
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
    run([process.execPath, 'scripts/setup.ts'], sources)
    const executable = join(folder, 'music-library')
    run([process.execPath, 'scripts/build.ts', executable], sources)
    return executable
  } finally {
    run(['git', 'worktree', 'remove', '--force', sources], root)
  }
}

/** The content of a file of a commit. */
export const readCommit = (commit: string, path: string): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', 'show', `${commit}:${path}`], { cwd: root })
  if (exitCode !== 0) throw new Error(`${path} of ${commit} can't be read: ${stderr}`)
  return stdout.toString()
}
