import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './folder.ts'
import { findProgram, readPackages } from './packages.ts'

/**
 * What tests expect of every machine beside Bun: Node with npm, a shell, and programs that each Unix has. Those of the last line are of Linux: tests
 * ask whether they may use them.
 */
const baseNames = `node npm npx sh bash
  awk basename cat chmod chown cmp cp cut date dd diff dirname env false find grep gunzip gzip head iconv id install ln ls
  md5sum mkdir mkfifo mktemp mv nohup printf readlink rm rmdir sed sha256sum sleep sort stat stty tail tar tee touch tr
  true uname wc xargs yes
  mount setsid umount unshare`.split(/\s+/)

export interface TestPath extends Disposable {
  /** The variables of processes that run tests. */
  env: Record<string, string>
}

/**
 * Makes a folder that is the PATH of tests. It has no program of `test/packages.txt`: each of these is in a folder of its own, which
 * `askFor` adds to the PATH of a test. So each run finds a test that starts a program for which it has not asked, also on a machine that
 * has the program.
 */
export const createTestPath = async (): Promise<TestPath> => {
  const folder = emptyFolder()
  const link = (path: string | null, name: string, to: string) => {
    if (path === null) return
    mkdirSync(join(folder.path, to), { recursive: true })
    symlinkSync(path, join(folder.path, to, name))
  }
  link(process.execPath, 'bun', 'base')
  for (const name of baseNames) link(Bun.which(name), name, 'base')
  for (const { program } of await readPackages()) link(findProgram(program), program, program)
  const env = { PATH: join(folder.path, 'base'), TEST_PATH: process.env.PATH ?? '', TEST_PROGRAM_FOLDER: folder.path }
  return { env, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}
