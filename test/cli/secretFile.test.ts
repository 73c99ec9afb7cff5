import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

const createSecret = (mode: number) => {
  const folder = emptyFolder()
  const path = join(folder.path, 'secret')
  writeFileSync(path, 'correct horse\n')
  chmodSync(path, mode)
  writeFileSync(join(folder.path, 'all.toml'), 'admin-email = "a@b.co"\nadmin-password-file = "secret"\n')
  return { ...folder, secret: path }
}

test.each([0o640, 0o604, 0o444])(
  'a password file with the mode %o is refused, and the error says how to hide it',
  async (mode) => {
    using folder = createSecret(mode)
    const env = { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD_FILE: folder.secret }
    const problem = `holds a secret, and others may read it. Keep it to yourself: chmod 600 ${folder.secret}\n`
    for (const command of ['serve', 'config']) {
      expect(await runBinary([command], { cwd: folder.path, env })).toEqual({
        code: 2,
        out: '',
        err: `music-library: ${folder.secret}, which ADMIN_PASSWORD_FILE names, ${problem}`,
      })
      expect(await runBinary([command, '--config', 'all.toml'], { cwd: folder.path })).toEqual({
        code: 2,
        out: '',
        err: `music-library: ${folder.secret}, which all.toml: admin-password-file names, ${problem}`,
      })
    }
    chmodSync(folder.secret, 0o600)
    expect(await runBinary(['config'], { cwd: folder.path, env })).toMatchObject({ code: 0, err: '' })
  },
)

/** Runs a shell command with a root user and mounts of its own. */
const runWithMounts = (script: string, args: string[] = []) =>
  Bun.spawnSync(['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...args])

const canMount = Bun.which('unshare') !== null && runWithMounts('mount -t tmpfs tmpfs /run').success

test.skipIf(!canMount)('a secret of a container may have any mode: engines make it 0444', async () => {
  const script = `mount -t tmpfs tmpfs /run && mkdir /run/secrets && echo correct horse > /run/secrets/admin &&
    chmod 444 /run/secrets/admin && ADMIN_EMAIL=a@b.co ADMIN_PASSWORD_FILE=/run/secrets/admin "$@"`
  const { stdout, stderr } = runWithMounts(script, [await binary(), 'config'])
  expect(stderr.toString()).toBe('')
  expect(stdout.toString()).toContain('********')
})

test.skipIf(!canMount)(
  'a credential of systemd may have any mode, because its folder is closed to others',
  async () => {
    const program = await binary()
    const run = (credentials: string, file: string) => {
      const script = `mount -t tmpfs tmpfs /run && mkdir -p /run/credentials/music-library.service /run/other && cd /run/other &&
      for file in /run/credentials/music-library.service/admin /run/other/admin; do echo correct horse > $file; done &&
      chmod 440 /run/credentials/*/admin /run/other/admin && ln -s /run/other /run/credentials/link &&
      CREDENTIALS_DIRECTORY=${credentials} ADMIN_EMAIL=a@b.co ADMIN_PASSWORD_FILE=${file} "$@"`
      const { exitCode, stderr } = runWithMounts(script, [program, 'config'])
      return [exitCode, stderr.toString().slice(0, 30)]
    }
    const service = '/run/credentials/music-library.service'
    expect(run(service, `${service}/admin`)).toEqual([0, ''])
    for (const credentials of ['/', '/run', '.', '/run/other', '/run/credentials/link', '/run/missing', service]) {
      const refusal = [2, expect.stringContaining('music-library: /run/other')]
      expect([credentials, run(credentials, '/run/other/admin')]).toEqual([credentials, refusal])
    }
  },
)
