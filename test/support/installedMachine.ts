import { test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary.ts'
import { maxMs } from './bounds.ts'
import { emptyFolder } from './folder.ts'
import type { Result } from './process.ts'

const canMount = process.getuid?.() === 0 && Bun.spawnSync(['unshare', '--mount', 'true']).success

/** A test that is skipped where this user can't mount folders for one process. */
export const machineTest = test.skipIf(!canMount)

/** The ids of the user of the service, and of a person without its rights. */
export const service = 54_321
export const alice = 54_322

/**
 * Makes what the commands of `run` see in the place of /etc, /home, /usr/local/bin, /var/lib and /root. `sudo` runs a command as root, and
 * systemctl does nothing.
 */
const mounts = (folder: string, program: string) => `set -e
for path in etc home usr/local/bin var/lib root; do mount --bind ${folder}/$path /$path; done
mount --bind ${program} /usr/local/bin/music-library
`

/** A machine with the files that the installation of docs/install.md makes, with an empty library folder of the service. */
export const openMachine = async () => {
  const folder = emptyFolder()
  const pathOf = (path: string) => join(folder.path, path)
  for (const path of ['etc', 'home/alice', 'usr/local/bin', 'var/lib/music-library', 'root'])
    mkdirSync(pathOf(path), { recursive: true, mode: 0o755 })
  Bun.spawnSync(['cp', '--archive', '/etc/.', pathOf('etc')])
  const users = `music-library:x:${service}:${service}::/:/bin/false\nalice:x:${alice}:${alice}::/home/alice:/bin/sh\n`
  writeFileSync(pathOf('etc/passwd'), `root:x:0:0::/root:/bin/sh\n${users}`)
  writeFileSync(pathOf('etc/group'), `root:x:0:\nmedia:x:54400:music-library\n`)
  copyFileSync(join(import.meta.dir, '../../deploy/music-library.toml'), pathOf('etc/music-library.toml'))
  writeFileSync(pathOf('usr/local/bin/music-library'), '')
  writeFileSync(pathOf('usr/local/bin/sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
  writeFileSync(pathOf('usr/local/bin/systemctl'), '#!/bin/sh\n', { mode: 0o755 })
  const own = (user: number, mode: string, path: string) => {
    Bun.spawnSync(['chown', '--recursive', `${user}:${user}`, pathOf(path)])
    chmodSync(pathOf(path), Number.parseInt(mode, 8))
  }
  own(service, '700', 'var/lib/music-library')
  own(alice, '700', 'home/alice')
  own(0, '700', 'root')
  /** Runs a script of bash in the home folder of a user, for at most 30 seconds. */
  const runAs = async (user: number, script: string): Promise<Result> => {
    const rights = user === 0 ? '' : `setpriv --reuid=${user} --regid=${user} --clear-groups `
    const home = user === 0 ? '/root' : '/home/alice'
    const start = `${mounts(folder.path, await binary())}cd ${home}\nexec ${rights}bash -ec "$SCRIPT"`
    const child = Bun.spawn(['unshare', '--mount', 'bash', '-c', start], {
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', SCRIPT: script },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: maxMs(30_000),
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { code, out, err }
  }
  return { ...folder, pathOf, runAs }
}
